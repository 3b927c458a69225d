import { visibleText } from './visible-text.ts';

/** Text for an XML element or attribute; what XML 1.0 does not allow at all has become a visible escape. */
export function xmlText(text: string, options: { multiline?: boolean } = {}): string {
  return visibleText(text, options).replace(/[&<>"']/g, (character) => entities[character]!);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
