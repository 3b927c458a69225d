package com.acme.shop

import com.acme.base.{Base, Store => Shop, _}
import scala.collection.mutable
import scala.util.{Try, Success, Failure}

object Tour {
  val Prefix: String = "a" + "b"
  lazy val late = Prefix * 2
  def apply(id: String): Tour = new Tour(new Shop(id))
  def main(args: Array[String]): Unit = println(args(0))
}

trait Shape { def area: Int; def name: String = "shape" }
sealed abstract class Node
case object Leaf extends Node
case class Point(x: Int, y: Int = 0) extends Node { def sum = x + y }

@Singleton
class Tour @Inject() (store: Shop, var size: Int = 3, names: String*) extends Base(size) with Shape {
  private val items = mutable.Map[String, Any]("a" -> 1)
  type Names = List[String]

  def this(one: String) = this(new Shop(one))

  override def area: Int = size * 2

  def find(id: String)(implicit request: Request): Future[Result] = {
    val text = s"Hello $id and ${id.trim}!" + f"$size%2d" + raw"\d"
    val block = """select * from t
      |where id = '""".stripMargin + id + "'"
    var i = 0
    i += 1
    val (first, second) = (id, i)
    val Point(px, py) = Point(1, 2)
    val both = i > 0 && !(id == null) || items.contains(id)
    val chosen = if (both) id else block
    if (i == 1) store.save(id) else if (i == 2) { store.save(text) } else throw new IllegalStateException(s"no $i")
    for (each <- items.keys; n <- 1 to 3 if n > 1) use(each)
    val made = for { (k, v) <- items; w = v } yield (k, w)
    while (i < 10) { i += 1 }
    do { i -= 1 } while (i > 0)
    val kind = i match {
      case 1 | 2 => "low"
      case n if n > 3 => "high"
      case _: Int => "int"
      case _ => "other"
    }
    store.find(id) match {
      case Some(Point(x, _)) => use(x)
      case None => ()
    }
    val result = try { parse(id) } catch { case e: NumberFormatException => 0; case NonFatal(e) => throw e } finally close()
    val f = (x: Int) => x + 1
    val g: String => Int = _.length
    def inner(n: Int = 2): Int = { return n * 2 }
    List(id, "b").map(_.trim).filter { x => x.startsWith(Tour.Prefix) }.foreach(use)
    items.collect { case (k, v: String) => k -> v }
    items("k") = id
    items += ("l" -> 2)
    store.deep.attr = id
    val list = 1 :: 2 :: Nil
    val array = Array(1, 2, 3)
    array(0) = array(1)
    new Runnable { def run(): Unit = use(id) }
    sql"select * from t where id = $id".as[Int]
    Ok(views.html.show(id)).withSession("a" -> id)
    Future.successful(Redirect(request.queryString("u").head))
    this.size = -i
    super.area
    `type`(id)
  }

  private def use[R](value: R): R = value
}
