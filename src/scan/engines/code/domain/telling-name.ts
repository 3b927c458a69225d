/**
 * Whether a method is called so that it is hardly one of a library or of another class: by more than one word. Of an object of which nothing is known, such
 * a method is that of the one class of the program that has it.
 */
export function isTellingName(method: string): boolean {
  return method.length >= minLength && telling.test(method);
}

const telling = /^_*[a-z]+\d*(?:[A-Z]|_[a-z])\w{2,}[?!]?$/;
const minLength = 8;
