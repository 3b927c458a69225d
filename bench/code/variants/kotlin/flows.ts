import { readForms } from '../forms.ts';

export const kotlinFlows = readForms(`
== local
val §value = §in
val §out = §value
== trimmed
val §out = §in.trim().lowercase()
== array
val §list = arrayOf("first", §in, "last")
val §out = §list[1]
== list
val §list = mutableListOf<String>()
§list.add("one")
§list.add(§in)
val §out = §list[1]
== list of
val §list = listOf("first", §in)
val §out = §list.get(1)
== list loop
val §list = listOf(§in, "x")
var §out = ""
for (each in §list) {
    §out += each
}
== map
val §map = HashMap<String, String>()
§map["kept"] = §in
§map["other"] = "fixed"
val §out = §map["kept"]!!
== map of
val §map = mapOf("kept" to §in, "other" to "fixed")
val §out = §map.getValue("kept")
== data class
val box = §type(§in, "note")
val §out = box.label
-- members
data class §type(val label: String, val note: String)
== property
val box = §type()
box.label = §in
val §out = box.label
-- members
class §type {
    var label: String = ""
    var note: String = ""
}
== setter and getter
val box = §type()
box.setKept(§in)
val §out = box.getKept()
-- members
class §type {
    private var held = ""

    fun setKept(v: String) {
        held = v
    }

    fun getKept(): String {
        return held
    }
}
== destructured
val (§out, other) = §type(§in, "note")
-- members
data class §type(val label: String, val note: String)
== call
val §out = §function(§in)
-- members
private fun §function(v: String): String {
    return "" + v
}
== expression body
val §out = §function(§in)
-- members
private fun §function(v: String) = §function2(v)

private fun §function2(v: String) = v
== default argument
val §out = §function(§in)
-- members
private fun §function(v: String, end: String = ""): String = v + end
== named argument
val §out = §function(b = §in, a = "x")
-- members
private fun §function(a: String, b: String): String {
    return b
}
== extension
val §out = §in.§function()
-- members
private fun String.§function(): String = this + ""
== companion
val §out = §function(§in)
-- members
companion object {
    fun §function(v: String): String = v
}
== other file
val §out = Support.§function(§in)
-- other
fun §function(v: String): String {
    return v
}
== lambda
val same = { v: String -> v + "" }
val §out = same(§in)
== let
val §out = §in.let { it.trim() }
== let with a name
val §out = §in?.let { given -> given } ?: "none"
== collection
val §out = listOf(§in).map { it.trim() }.first()
== when
val §out = when (request.method) {
    "GET" -> §in
    else -> "none"
}
== condition
var §out = "none"
if (request.contentLength > 3) {
    §out = §in
}
== if value
val §out = if (request.isSecure) §in else "none"
== elvis
val §out = §in ?: "none"
== bytes
val data = §in.toByteArray()
val §out = String(data)
== split
val §out = §in.split(",")[0]
== try
val §out = try {
    java.net.URLDecoder.decode(§in, "UTF-8")
} catch (e: Exception) {
    "none"
}
== field of the class
this.§value = §in
val §out = this.§value
-- members
private var §value = ""
== apply
val §out = StringBuilder().apply { append(§in) }.toString()
== pair
val both = Pair("fixed", §in)
val §out = both.second
== builder
val §value = StringBuilder(§in)
§value.append("!")
val §out = §value.toString()
== builder inserted
val §value = StringBuilder("tail")
§value.insert(0, §in)
val §out = §value.toString()
== list after removal
val §list = mutableListOf("safe")
§list.add(§in)
§list.removeAt(0)
val §out = §list[0]
== deque
val §list = ArrayDeque<String>()
§list.addLast(§in)
val §out = §list.removeFirst()
== characters
val §list = §in.toCharArray()
val §out = String(§list)
== base64
val §value = Base64.getEncoder().encodeToString(§in.toByteArray())
val §out = String(Base64.getDecoder().decode(§value))
-- imports java.util.Base64
== replaced
val §out = §in.replace("<", "(")
== substring
val §out = §in.substringAfter("=")
== run
val §out = §in.run { trim() }
== with
val §out = with(§in) { trim() }
== also
val §out = §in.also { println("seen") }
== interface
val same: §type = object : §type {
    override fun give(v: String) = v
}
val §out = same.give(§in)
-- members
interface §type {
    fun give(v: String): String
}
== inherited
val same = §type2()
val §out = same.give(§in)
-- members
abstract class §type {
    fun give(v: String) = pick(v)

    abstract fun pick(v: String): String
}

class §type2 : §type() {
    override fun pick(v: String) = v
}
== sealed
val held: §type = §type.Full(§in)
val §out = when (held) {
    is §type.Full -> held.label
    is §type.Empty -> "none"
}
-- members
sealed class §type {
    class Full(val label: String) : §type()
    class Empty : §type()
}
== local function
fun same(v: String): String {
    return v
}
val §out = same(§in)
== first of
val §out = listOf(§in, "x").filter { it.isNotEmpty() }.first()
== map entries
val §map = mutableMapOf<String, String>()
§map["kept"] = §in
var §out = ""
for ((key, value) in §map) {
    §out = key + value
}
== while loop
var §out = ""
var §filler = 0
while (§filler < §in.length) {
    §out += §in[§filler]
    §filler++
}
== constant branch
val §filler = 106
val §out = if ((9 * 14) + §filler > 200) §in else "never"
== smart cast
val §value: Any = §in
val §out = if (§value is String) §value else "none"
== filled by a function
val §list = mutableListOf<String>()
§function(§list, §in)
val §out = §list[0]
-- members
private fun §function(list: MutableList<String>, v: String) {
    list.add(v)
}
== lazy
val §value by lazy { §in }
val §out = §value
== object
§type.kept = §in
val §out = §type.kept
-- members
object §type {
    var kept: String = ""
}
`);
