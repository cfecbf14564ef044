export async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
