export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
