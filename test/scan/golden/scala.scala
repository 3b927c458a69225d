import play.api.mvc.Request
class Users(db: Database) extends Base {
  def find(name: String, size: Int = 3): String = {
    val sql = s"select * from users where n = '$name'"
    name match {
      case "a" | "b" => sql
      case other if size > 2 => db.query(other).map(_.name).head
      case _ => throw new Exception(sql)
    }
  }
}
