import type { Value } from '../../../domain/value.ts';

/** Whether a value is an address that the name of a host leads to: what is known of where it leads is known of the host. */
export function isLookedUp({ name }: Value): boolean {
  return name !== undefined && lookedUp.test(String(name));
}

/** What functions of the languages give that look up a name, and the classes of what they give. */
const lookedUp =
  /(?:\bgethostbyname(?:_ex|l)?|\bgetaddrinfo|\.getaddress(?:es)?|\.getByName|\.getAllByName|net\.Lookup(?:IP(?:Addr)?|Host|NetIP)|\.Lookup(?:IPAddr|Host|NetIP)|net\.ResolveIPAddr|\.GetHostAddresses(?:Async)?|\.GetHostEntry(?:Async)?|\bdns(?:\/promises)?(?:\.promises)?\.(?:lookup|resolve[46]?))\(\)|(?:^|[./])(?:InetAddress|Inet[46]Address|IPAddress|IPAddr|net\.IP|netip\.Addr)\(\)$/;
