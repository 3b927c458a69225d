import type { Language } from '../../analysis/run.ts';
import { language as java } from '../java/traits.ts';
import { kotlinMethods } from '../kotlin/methods.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerScala } from './lower.ts';

/** Scala calls what Java calls; its collections know the methods that Kotlin's know. */
export const language: Language = {
  ...java,
  lower: lowerScala,
  mayBeLocal: (first) => java.mayBeLocal(first) && !library.has(first),
  methods: new Map([...(java.methods ?? []), ...kotlinMethods]),
  eachOverMap: 'entries',
  hiddenIn: hiddenBy(/\bprivate\b/),
};

/** Types of Scala's own library and of the frameworks that most programs use. */
const library = new Set(
  `Any AnyRef AnyVal Unit Nothing Null Int Option Some None Either Left Right Try Success Failure Future Await Promise Seq Vector IndexedSeq
  LazyList Source Codec Random Process ProcessLogger Ordering BigInt BigDecimal Regex StringContext Action Ok Redirect BadRequest NotFound
  InternalServerError Forbidden Unauthorized Json JsValue JsObject WSClient WSRequest Database Html Cookie Result Request AnyContent
  ActorSystem Actor Props HttpRequest HttpResponse HttpEntity Uri Http Source Sink Flow Query SQL XML Elem`.split(
    /\s+/,
  ),
);
