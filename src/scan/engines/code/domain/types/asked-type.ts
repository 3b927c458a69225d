/** Whether a function of this name gives an object of the class that it is given, as a container or a mapper does. */
export function asksForObject(name: string): boolean {
  return asking.test(name);
}

const asking =
  /^(?:(?:try)?_?(?:get|resolve|require|lookup|locate|inject|provide|make|create|build|instantiate|instance|cast|as|find|load|fetch|obtain|select|deserialize|decode|parse|unmarshal|convert|map|adapt|read|of|new)(?:_?(?:required|optional|keyed|app|type|class))*_?(?:bean|service|instance|object|component|provider|value|repository|dao|mapper|type|class|as|to|one|required|async|or_?(?:null|default|throw))*)$/i;
