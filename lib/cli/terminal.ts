export interface Terminal {
  /** Relative file names start from this folder. */
  calledFrom: string;
  out(text: string): void;
  /** Standard error: progress and problems. */
  err(text: string): void;
  /** Overwrites the last line of standard error. '' clears the line. */
  rewrite(text: string): void;
  isInteractive: boolean;
  /** All of standard input, without the line break at its end. */
  readInput(): Promise<string>;
  /**
   * The secret is typed at a terminal, which does not show it. Without a terminal, the secret is all of standard input.
   */
  readSecret(question: string): Promise<string>;
  /** One line typed at a terminal. null: standard input is not a terminal. */
  ask: ((question: string) => Promise<string>) | null;
}
