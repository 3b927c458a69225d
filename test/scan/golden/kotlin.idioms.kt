@file:JvmName("Shop")
package shop.web

import java.util.*
import shop.other.Helper as H

// Blocks, choices and assignments that a tour of the grammar passes by.
const val LIMIT = 0x1F + 0b11 + 1_000 + 5L
val char = 'a'; val text = "a\n\t\$\"\u0041 $name ${o.p.q()} $"
val raw = """one $name
    two""".trimIndent()
typealias Names = List<String>
fun String.shout(times: Int = 1): String = this.uppercase() + length
inline fun <reified T : Any> T?.orFail(vararg rest: String, noinline block: (T) -> Unit) where T : Comparable<T> = this ?: error("no")
abstract class Base(val open: Int) {
    abstract fun todo(x: Int): String
    open fun done() {}
}
data class Point(val x: Int, var y: String = "y", private val z: Int? = null) : Base(x), Finder by helper {
    constructor(x: Int) : this(x, "z") { init2() }
    init { require(x > 0) { "said" } }
    val size: Int get() = x + 1
    var name: String = ""
        get() { return field }
        set(value) { field = value.trim() }
    val lazyOne by lazy { load() }
    lateinit var late: String
    companion object {
        const val A = 1
        fun make(id: String) = Point(1, id)
    }
    inner class Inner {
        fun outer() = this@Point.x
    }
    override operator fun plus(other: Point): Point = copy(x = x + other.x)
}
object Single : Base(1) {
    override fun todo(x: Int) = "x"
}
enum class Color(val n: Int) {
    RED(1) {
        override fun f() = 1
    },
    GREEN(2);
    open fun f() = n
}
sealed interface Shape
interface Finder {
    fun find(id: String): String
}
suspend fun values(given: Any?, name: String, list: MutableList<String>) {
    val (a, _, b) = triple; var typed: Map<String, Int>? = null; val made = gson.fromJson<Point>(name)
    name.equals(given); name.equals(given, true); String.format("%s", name); "%s".format(name); name.plus("x")
    listOf(name, text); mutableListOf<String>(); mapOf("k" to name, "l" to 1); mapOf(pair); hashMapOf("k" to name); setOf(name); arrayOf(name); emptyList<String>(); listOf(*names)
    buildString { append(name).append("x"); appendLine(text) }; StringBuilder().apply { append(name) }.toString(); StringBuilder(name).also { it.append("y") }
    with(list) { add(name) }; name.let { it + 1 }; name.run { length }; name.also { x -> use(x) }; o.apply { this.name = name; value = 1 }; o?.let { (k, v) -> use(k) } ?: return
    require(name.isNotEmpty()); check(given != null) { "no" }; requireNotNull(given)
    list[0] = name; list += name; o.name = name; this.other = name; o.p.q = name; o.count += 1; a[1][2]++; +o; -a; !given; o!!.p; o::class.java; ::values; H.run(name); shop.other.Thing.go(name); java.io.File(name)
    val chosen = if (a > 1) "x" else if (b) { log(); "y" } else "z"; if (a) run(); if (a) { } else { stop() }
    val kind = when (given) { null -> "none"; is String, !is Int -> given; in 1..5, !in list -> { "r" } ; 1, 2 -> "n"; else -> throw X() }
    when { a > 1 -> run(); b -> return; else -> {} }; when (val t = load()) { is Point -> t.x }
    for ((k, v) in map) use(k); for (i in 0 until 10 step 2) continue; for (x: Int in list) { break }; while (a) a--; do { a++ } while (a < 3); outer@ for (x in list) { break@outer }
    val result = try { risky() } catch (e: IOException) { null } finally { close() }; try { risky() } catch (e: Exception) { throw e }
    val fn = fun(x: Int): Int { return x }; val lam = { x: Int, (k, v) -> x + k }; list.map { it.trim() }.filter { it != "" }.forEach(::use); call(1, named = 2) { x -> x }; list.forEach lit@{ if (it == "") return@lit }
    val anon = object : Base(1) {
        override fun find(id: String) = id
    }; a foo b; x as String; x as? Int; given is String && name in list || a !in b; x ?: y; a..b; a..<b; a == b; a === b; a shl 2; throw X(name); return
}
