/** Whether a method of this name gives one of the objects that a collection holds, or that something stands around. */
export function givesOne(method: string): boolean {
  return one.test(method);
}

/** Whether a method of this name gives all of the objects in another form, or some of them. */
export function givesAll(method: string): boolean {
  return all.test(method);
}

const one =
  /^(?:get|at|elementAt|item|first|last|single|next|previous|peek|poll|pop|shift|remove|removeAt|element|find|findFirst|findLast|findAny|getFirst|getLast|getOrDefault|getOrElse|getOrPut|getValue|getOrNull|getOrThrow|value|setdefault|orElse|orElseThrow|orElseGet|orThrow|computeIfAbsent|computeIfPresent|putIfAbsent|popitem|First|Last|Single|FirstOrDefault|LastOrDefault|SingleOrDefault|FirstAsync|FirstOrDefaultAsync|SingleOrDefaultAsync|ElementAt|GetValueOrDefault|GetOrAdd|Find|Dequeue|Pop|Peek|firstOrNull|lastOrNull|singleOrNull|elementAtOrNull|randomElement|random|unwrap|unwrap_or|unwrap_or_else|expect|lock|getIfAvailable|getObject|max|min|maxBy|minBy|block|join|Load|Invoke|invoke|call)$/;
const all =
  /^(?:stream|parallelStream|iterator|listIterator|filter|filterNotNull|filterIsInstance|sorted|sort|sortedBy|sortBy|orderBy|distinct|distinctBy|skip|limit|drop|take|takeWhile|dropWhile|onEach|toList|toSet|toArray|toMutableList|collect|values|entrySet|entries|items|reversed|reverse|asReversed|shuffled|subList|slice|splice|concat|copy|clone|tail|headMap|tailMap|descendingMap|or|asSequence|asIterable|asStream|iter|into_iter|iter_mut|as_ref|as_mut|as_deref|cloned|Where|OrderBy|OrderByDescending|ThenBy|Skip|Take|Distinct|ToList|ToArray|ToListAsync|AsEnumerable|AsQueryable|Reverse|Concat|all|where|keyBy|partition)$/;
