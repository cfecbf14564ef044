/** The part of the package that we use. It has no types of its own. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      listener: (
        name: string,
        attributes: () => Record<string, string>,
        decodeEntities: (text: string) => string,
      ) => void,
    ): this;
    on(event: 'error', listener: (error: Error) => void): this;
    parse(xml: string): Error | undefined;
  }
}
