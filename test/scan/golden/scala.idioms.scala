package shop.web

import java.util.{List => JList, _}
import play.api.mvc._
import Helper.run

// Calls, patterns and definitions that a tour of the grammar passes by.
sealed trait Shape { def area: Double; val name: String = "x"; type T }
case object Dot extends Shape
case class Point(x: Int, var y: String = "y")(implicit val z: Int) extends Base(x) with Shape with Named[Int] {
  require(x > 0)
  val Pair(left, right) = pair
  lazy val late: String = load()
  private[web] var count, total = 0
  def this(x: Int) = this(x, "z")
  override def area = x * 2.0
  def +(other: Point): Point = copy(x = x + other.x)
  def name_=(n: String): Unit = { y = n }
  def index = Action { implicit request => Ok(request.body) }
  def show(id: Long) = Action.async(parse.json) { request => Future(Ok(id)) }
  object Inner { val a = 1; class Deep; trait Deeper }
  class Nested(val n: Int)
}
object Shop extends App {
  println("started")
  val numbers = List(0x1F, 1000L, 1.5e3, 'a', true, false, null, (), 'sym)
  val texts = Seq("a\n\t\"\\", """raw "x" ${no}""", s"a $name ${o.p} $$", f"$name%5d", sql"select $id and #$raw", raw"\n$name", s"""long $name
    |two""".stripMargin)
  def values(thing: Any, name: String, list: Seq[String] = Nil, rest: Int*)(implicit ec: ExecutionContext): Option[String] = {
    Some(name); Option(name); Right(name); Try(name); Future.successful(name); Option.apply(name); List.apply(name); Point.apply(1)
    map.getOrElse("k", name); opt.getOrElse(name); opt.get; list.toList; list.mkString(","); list.mkString("[", ",", "]"); list.mkString; list.map(_.trim).filter(_ != "").headOption; list foreach println
    String.format("%s", name); "%s".format(name); name.equals(thing); Map("k" -> name, ("l", 2)); Map(pair); mutable.Map[String, Int](); Array(1, 2); Set(name); (1, name, list); new Point(1) { val extra = 2 }; new java.io.File(name); new Thread; list(0); map("k")
    var i = 0; i += 1; o.name = name; list(0) = name; o.count -= 1; arr(1) *= 2; i = -i + ~i; val (a, b) = pair; val Some(c) = opt; val d :: e :: Nil = list; val f @ Point(g, _) = p; val h: Int = 1; val Point(x, y) = p
    if (i > 1) run() else if (i < 0) stop(); val chosen = if (i > 1) "x" else { log(); "y" }; if (i == 1) go()
    thing match { case null => 1; case s: String if s.nonEmpty => s; case Point(x, "y") => x; case 1 | 2 => 3; case (k, v) => k; case h :: t => h; case Seq(first, others @ _*) => first; case `name` => 4; case Dot => 5; case _: Int => 6; case r"$x" => 7; case other => other }
    for (x <- list; y <- x if y != ""; z = y.trim) use(z); for { x <- list; (k, v) <- x } yield k; val made = for (x <- list if x > 1) yield x; while (i > 0) i -= 1; do { i += 1 } while (i < 3)
    try { risky() } catch { case e: IOException => throw e; case NonFatal(e) => log(e) } finally close(); val result = try risky() catch { case _: Exception => null }
    val fn = (x: Int, y: String) => x + 1; val g2: String => String = _.trim; val h2 = { x: Int => x }; val part: PartialFunction[Int, Int] = { case 1 => 2; case n => n }; list.foldLeft("")(_ + _); list.map { case (k, v) => k }; call(named = 1, 2)(3) { x => x }; values _; list.sortBy(-_.size); f(_, 1)
    a == b && !c || d; a :+ b; a ++ b; a :: list; x eq y; a to b; a -> b; o.p.q(1).r; this.count; super.run(); classOf[String]; x.asInstanceOf[String]; x.isInstanceOf[Int]; xs: _*; throw new X(name); return None; @volatile var z2 = 1; type L = List[Int]; import o._; implicit def conv(x: Int): String = x.toString; lazy val q = 1; def local(x: => Int) = x
    opt
  }
  def tail(x: Int): String = x match { case 1 => "a"; case _ => if (x > 2) "b" else try { "c" } finally { done() } }
  def loop(): Unit = for (x <- list) use(x)
  def proc { run() }
  def generic[A <: Base : Ordering, B >: A](f: A => B)(a: A): B = f(a)
  val anon: Int => Int = x => x + 1
}
enum Color(val n: Int) { case Red extends Color(1); case Green, Blue; def f = n }
