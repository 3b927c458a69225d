import io.ktor.server.request.receive
class Users(private val db: Database) : Base() {
  fun find(name: String?, size: Int = 3): String {
    val safe = name ?: return "none"
    val sql = "select * from users where n = '$safe' limit ${size + 1}"
    when (size) { 1, 2 -> println(sql); else -> throw Error(sql) }
    return db.query(sql).map { it.name }.first()
  }
}
