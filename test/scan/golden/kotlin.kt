import io.ktor.server.request.receive
import java.io.File as Source
import java.net.URLDecoder.decode
class Users(private val db: Database) : Base() {
  fun find(name: String?, size: Int = 3): String {
    val safe = name ?: return "none"
    val sql = "select * from users where n = '$safe' limit ${size + 1}"
    when (size) { 1, 2 -> println(sql); else -> throw Error(sql) }
    for (row in db.rows()) { val key = row.key ?: continue; use(decode(key ?: throw Error(sql))) }
    Source(safe).readText()
    return db.query(sql).map { it.name }.first()
  }
  fun first(name: String?) = db.find(name ?: return "none")
}
