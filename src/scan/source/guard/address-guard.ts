import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * True for an address of the public internet. Everything special is refused: loopback, private, link-local, carrier NAT,
 * documentation, benchmarking, multicast, reserved, and every IPv6 form that carries an IPv4 address inside, because what
 * it reaches depends on a translator that we do not know.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialV4().check(address, 'ipv4');
  // A zone id only ever belongs to a link-local address.
  if (isIPv6(address) && !address.includes('%')) {
    return globalUnicastV6().check(address, 'ipv6') && !specialV6().check(address, 'ipv6');
  }
  return false;
}

const specialV4 = blockListOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // A public address by its number, but the host agent of a large cloud answers on it from inside every machine.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

// Mapped addresses, NAT64, unique local, link-local, site-local and multicast all are outside the one global range.
const globalUnicastV6 = blockListOf('ipv6', ['2000::/3']);

const specialV6 = blockListOf('ipv6', [
  // Teredo, ORCHID, benchmarking and the other protocol assignments.
  '2001::/23',
  '2001:db8::/32',
  // 6to4 carries an IPv4 address.
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

/** Built when an address is first looked at: a scan of local files has none. */
function blockListOf(family: 'ipv4' | 'ipv6', ranges: string[]): () => BlockList {
  let list: BlockList | undefined;
  return () => {
    list ??= build(family, ranges);
    return list;
  };
}

function build(family: 'ipv4' | 'ipv6', ranges: string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, prefix] = range.split('/') as [string, string];
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
