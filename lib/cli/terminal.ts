/** A command's input and output. */
export interface Terminal {
  /** The folder that relative file names start from. */
  calledFrom: string;
  /** Standard output: the result. */
  out(text: string): void;
  /** Standard error: progress and problems. */
  err(text: string): void;
  /** Overwrites the last line of standard error. '' clears the line. */
  rewrite(text: string): void;
  /** Whether standard error is a terminal that can show a progress bar. */
  isInteractive: boolean;
  /** All of standard input, without the line break at its end. */
  readInput(): Promise<string>;
  /** Reads a secret. At a terminal it is typed without echo; otherwise it is all of standard input. */
  readSecret(question: string): Promise<string>;
  /** One line typed at a terminal. null: standard input is not a terminal. */
  ask: ((question: string) => Promise<string>) | null;
}
