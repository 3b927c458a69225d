let identity: string | undefined;

/** Said by whoever starts a linked program: changes with everything that the program was made of. */
export function setProgramIdentity(stamp: string): void {
  identity = stamp;
}

/** Undefined where modules were loaded one by one: what they are together is not known without looking at each. */
export function programIdentity(): string | undefined {
  return identity;
}
