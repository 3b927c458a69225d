import Foundation
@testable import struct Shop.Point

// Calls, declarations and statements that a tour of the grammar passes by.
let numbers = [0x1F, 0o17, 0b11, 1_000, 1], doubles = [1.5e3, -2.5], flags = (true, false, nil as Int?), text = "a\n\t\"\\\0\u{1F600} \(name) \(o.p.q())", raw = #"a \n \#(name)"#, long = """
    one \(name)
    two
    """
let map: [String: Int] = ["a": 1, kSecAttrAccount as String: 2], empty: [String] = [], none: [String: Int] = [:], made = [String](), attributes = [kSecClass: kSecClassKey]
typealias Names = [String]
protocol Finder: AnyObject { var size: Int { get set }; func find(_ id: String) throws -> String; associatedtype Item; static func make() -> Self }
@objc public final class Shop<T: Base>: Outer, Finder where T: Equatable {
    static let shared = Shop(), limit: Int = 3; private(set) var count = 0, total: Int?; lazy var late: String = { load() }(); weak var delegate: Finder?
    var size: Int { get { return count } set { count = newValue } }; var short: String { "x" + name }; @Published var watched = "" { didSet { changed(oldValue) } willSet { log(newValue) } }
    init?(name: String, _ n: Int = 1, rest: String...) { super.init(); self.name = name; guard n > 0 else { return nil } }; convenience init() { self.init(name: "x") }; deinit { close() }; subscript(i: Int) -> String { get { list[i] } set { list[i] = newValue } }
    override class func make() -> Self { fatalError() }; mutating func change(inout_ x: inout Int, at index: Int, with block: @escaping (Int) -> Void = { _ in }) rethrows { x += 1; block(x) }; static func + (a: Shop, b: Shop) -> Shop { a }; func generic<U>(_ u: U) async throws -> U { u }
    class Nested { var x = 1 }; enum Kind: String, CaseIterable { case a, b = "bb"; indirect case tree(left: Kind, Int); var label: String { rawValue } }; struct Point { var x, y: Int }
}
extension Shop: Codable where T: Codable { func extra() { } }
func values(given: Any?, name: String, list: [String]) async throws -> String {
    var a = 1, (b, c) = (2, 3), d: Int; let (k, _) = pair; a += 1; o.name = name; list[0] = name; self.count = -a; o?.p?.q = 1; (a, b) = (b, a); _ = run(); a = b == c ? 1 : 2; x = !flag; y = ~a; z = a ?? b; w = list[1...]; v = a..<b; u = given as? String; t = given as! Int; s = given is String; r = a === b; q = \Shop.name; p = #selector(run); m = &a; n = try? risky(); l = try! risky(); j = await load(); i = try await load()
    String(format: "%@ %d", name, 1); name.appending("x"); name + "y"; list.joined(separator: ","); name.replacingOccurrences(of: "a", with: "b"); [name, "b"].map { $0 + "x" }.filter { $0 != $1 }; list.forEach { item in use(item) }; list.sorted(by: { (a: String, b: String) -> Bool in return a < b }); call(1, label: 2) { x in x } other: { y in y }; call { [weak self] in self?.run() }; call(block: { }); Shop(name: name, 1); Shop.Kind.a; .tree(left: .a, 1); Shop.shared.list[0].count; super.run(); URL(string: name)!; fn()(1); obj.method(name)(2); do_ { 1 }
    if a > 1, let found = map["k"], case .tree(let left, _) = kind, var other = given as? String { use(found, left, other) } else if let name { use(name) } else { stop() }; if #available(iOS 15, *) { }; guard let found = map[name], found > 1 else { throw ShopError.missing(name) }; guard flag else { return "" }
    switch given { case nil: break
    case let s as String where s.count > 1: use(s); fallthrough
    case is Int, 1...5: run(); case .tree(let l, let r)?: use(l, r); case (1, let y): use(y); case .a, .b: return "x"; case "text": continue_(); default: throw ShopError.other }
    for (i, item) in list.enumerated() where i > 1 { continue }; for case let x? in optionals { use(x) }; for i in stride(from: 0, to: 10, by: 2) { break }; for _ in 0..<3 { }; while a > 0, let top = stack.popLast() { use(top) }; repeat { a += 1 } while a < 3; outer: for x in list { break outer }
    do { try risky(); try await load() } catch let error as ShopError where error.code > 1 { throw error } catch ShopError.missing(let name) { use(name) } catch { print(error) }; defer { close() }; func local(_ x: Int) -> Int { x + 1 }; let fn: (Int) -> Int = { $0 * 2 }; let block = { (x: Int) -> Int in let y = x; return y }; struct Local { var x = 1 }; let value = if a > 1 { "x" } else { "y" }; let chosen = switch a { case 1: "one"; default: "many" }; return name; throw ShopError.other
}
@main struct App { static func main() { values() } }
actor Counter { nonisolated func f() { } }
#if DEBUG
let debug = 1
#endif
