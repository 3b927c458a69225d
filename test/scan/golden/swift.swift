import Foundation
class Store: Base {
  let root = "/srv"
  func run(_ name: String?, size: Int = 3) throws -> String {
    guard let name = name, size > 2 else { return "none" }
    let path = "\(root)/\(name)"
    for item in [1, 2] where item > 1 { print(item) }
    while let line = readLine() { print(line) }
    switch size { case let n where n > 3: print(n); default: break }
    do { return try String(contentsOfFile: path) } catch { throw error }
  }
}
