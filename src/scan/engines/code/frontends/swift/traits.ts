import type { Language } from '../../analysis/run.ts';
import { language as java } from '../java/traits.ts';
import { kotlinMethods } from '../kotlin/methods.ts';
import { filesNearest } from '../shared/class-files.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerSwift } from './lower.ts';

export const language: Language = {
  lower: lowerSwift,
  constructorName: 'init',
  receiver: 'implicit',
  receiverName: 'self',
  declaredTypes: true,
  overloads: true,
  truthLogic: true,
  inheritedNames: true,
  classesByName: true,
  codeInMethods: true,
  eachOverMap: 'entries',
  methods: new Map([...(java.methods ?? []), ...kotlinMethods]),
  mayBeLocal: (first) => /^[A-Z]/.test(first) && !library.test(first),
  modulePath: (specifier) => [specifier],
  candidates: filesNearest,
  hiddenIn: hiddenBy(/\b(?:private|fileprivate)\b/),
};

/** Types of the platform: calling them needs no linker. */
const library =
  /^(?:NS|UI|WK|CG|CA|AV|SK|MK|CL|LA|CK|URL|XML|JSON|Sec|CC|OS|DB|FM)[A-Z]?\w*$|^(?:String|Int|Data|Date|Array|Dictionary|Set|Bool|Double|Float|Character|Error|Result|Optional|Process|Pipe|FileManager|FileHandle|UserDefaults|Bundle|Notification|Timer|Thread|DispatchQueue|Insecure|SHA\d+|AES|ChaChaPoly|SymmetricKey|HMAC|Connection|Row|Request|Response|Application|Environment|Logger|View|Text|Color)$/;
