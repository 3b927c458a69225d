/** Orders to a coding agent that nobody who means well gives, and what each of them does. Short texts only: the gaps make them slow on long ones. */
export const agentOrders: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /\b(curl|wget)\b[^|\n]{0,200}\|\s*(sudo\s+)?(ba|z)?sh\b/i,
    'It tells the agent to run a downloaded script.',
  ],
  [
    /\b(ignore|disregard|forget)\b[^.\n]{0,40}\b(previous|prior|above|earlier|system)\b[^.\n]{0,30}\b(instructions?|prompts?|rules?|messages?)\b/i,
    'It tells the agent to set aside its other instructions.',
  ],
  [
    /\b(do not|don't|never)\b[^.\n]{0,30}\b(tell|inform|mention|reveal|show|notify|alert)\b[^.\n]{0,30}\b(the )?(user|developer|human|owner|reviewer)s?\b/i,
    'It tells the agent to keep something from the user.',
  ],
  [
    /\b(send|post|upload|exfiltrate|transmit|forward)\b[^.\n]{0,60}\b(env(ironment)? variables?|secrets?|credentials?|api keys?|tokens?|ssh keys?|\.env|private keys?)\b[^.\n]{0,60}\b(to\b|https?:)/i,
    'It tells the agent to send secrets away.',
  ],
  [
    /--dangerously-skip-permissions|--yolo\b|--dangerously-bypass|"?autoApprove"?\s*:\s*\["?\*/i,
    'It switches the questions of the agent off.',
  ],
  [/\bbase64\s+(-d|--decode)\b[^\n]{0,80}\|\s*(ba|z)?sh\b/i, 'It tells the agent to run hidden text.'],
];
