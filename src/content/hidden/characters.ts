/** Characters that cannot be seen, or that change the order of what can. */

export const bidiControls = /[\u202a-\u202e\u2066-\u2069]/;
// Tag characters and supplementary variation selectors carry one hidden byte each; ordinary text never has eight in a row.
// (Flags of England, Scotland and Wales are an emoji followed by five or six tag letters.)
export const hiddenPayload = /(?:[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]|[\ufe00-\ufe0f]){8,}/u;
export const zeroWidth = /[\u200b\u2060-\u2064\u00ad\u180e\u3164\uffa0\u115f\u1160]|\u200c|\u200d|\ufeff/;
export const invisibleInWord =
  /[\w$][\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u180e]+[\w$]|[\u3164\uffa0\u115f\u1160](?![\u1100-\u11ff\u3130-\u318f\uac00-\ud7af])/;
export const hiddenFromAgentReader = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064]/u;
