import { expect, test } from 'vitest';
import { indexOf, scan } from '../../../../test/support/dependency-scan.ts';
import { releaseOf, releaseOfRecord } from './distributions.ts';

test('a Debian package of an inventory is judged by its release and its source package', async () => {
  const fixedIn = (release: string, fixed: string) => ({
    package: { ecosystem: `Debian:${release}`, name: 'openssl' },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
  });
  const advisories = indexOf({
    id: 'DSA-1',
    ecosystem: 'Debian:12',
    name: 'openssl',
    more: { affected: [fixedIn('11', '1.1.1n-0+deb11u5'), fixedIn('12', '3.0.11-1~deb12u2')] },
  });
  const image = (purl: string, system?: string) => ({
    'image.cdx.json': JSON.stringify({
      bomFormat: 'CycloneDX',
      components: [
        ...(system ? [{ type: 'operating-system', name: 'debian', version: system }] : []),
        { type: 'library', name: 'libssl3', purl },
      ],
    }),
  });
  const judged = async (purl: string, system?: string) => {
    const { findings, notes } = await scan(image(purl, system), { advisories });
    return { found: findings.length, reasons: notes.map(({ reason }) => reason) };
  };
  const old = 'pkg:deb/debian/libssl3@3.0.11-1~deb12u1?upstream=openssl';
  expect(await judged(`${old}&distro=debian-12.5`)).toEqual({ found: 1, reasons: [] });
  expect(await judged(`${old}&distro=bookworm`)).toEqual({ found: 1, reasons: [] });
  expect(await judged(old, '12')).toEqual({ found: 1, reasons: [] });
  expect(await judged('pkg:deb/debian/openssl@3.0.11-1~deb12u2?distro=debian-12')).toEqual({
    found: 0,
    reasons: [],
  });
  // In release 11 that version would be newer than the fix: without the release nothing certain can be said.
  expect(await judged(old)).toEqual({ found: 0, reasons: ['release_unknown'] });
});

/** Which of these package URLs a record with such entries means; `system` is the operating system of the image. */
async function judged(
  entries: Array<[ecosystem: string, name: string, fixed: string]>,
  purls: string[],
  system?: [name: string, version: string],
) {
  const affected = entries.map(([ecosystem, name, fixed]) => ({
    package: { ecosystem, name },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
  }));
  const advisories = indexOf({ id: 'X-1', ecosystem: entries[0]![0], name: 'x', more: { affected } });
  const components = [
    ...(system ? [{ type: 'operating-system', name: system[0], version: system[1] }] : []),
    ...purls.map((purl) => ({ type: 'library', name: 'x', purl })),
  ];
  const image = JSON.stringify({ bomFormat: 'CycloneDX', components });
  const { findings, notes } = await scan({ 'image.cdx.json': image }, { advisories });
  const found = findings.map((each) => `${each.package!.purl} < ${each.package!.fixedVersion}`);
  return { found, reasons: notes.map(({ reason }) => reason) };
}

test('packages of Alpine are judged by the release of the image and the name of their origin', async () => {
  const entries: Array<[string, string, string]> = [
    ['Alpine:v3.17', 'busybox', '1.35.0-r31'],
    ['Alpine:v3.18', 'busybox', '1.36.1-r1'],
  ];
  const purls = [
    'pkg:apk/alpine/ssl_client@1.36.1-r0?upstream=busybox&distro=alpine-3.18.4',
    'pkg:apk/alpine/busybox@1.36.1-r1?distro=3.18.0',
    'pkg:apk/alpine/busybox@1.36.0_rc1-r9',
    'pkg:apk/alpine/busybox@1.35.0-r31?distro=alpine-3.17',
  ];
  expect(await judged(entries, purls, ['alpine', '3.18.4'])).toEqual({
    found: [
      'pkg:apk/alpine/ssl_client@1.36.1-r0 < 1.36.1-r1',
      'pkg:apk/alpine/busybox@1.36.0_rc1-r9 < 1.36.1-r1',
    ],
    reasons: [],
  });
});

test('packages of Red Hat are judged with their epoch, by their own name and by that of their source', async () => {
  const entries: Array<[string, string, string]> = [
    ['Red Hat:enterprise_linux:9::baseos', 'openssl-libs', '1:3.0.7-16.el9_2'],
    ['Red Hat:enterprise_linux:9::appstream', 'nss', '3.90.0-3.el9_2'],
    ['Red Hat:enterprise_linux:8::baseos', 'openssl-libs', '1:1.1.1k-9.el8_7'],
    ['Red Hat:rhel_eus:9.0::baseos', 'openssl-libs', '1:9.9-1.el9_0'],
  ];
  const purls = [
    'pkg:rpm/redhat/openssl-libs@3.0.1-43.el9_0?arch=x86_64&epoch=1&distro=rhel-9.1',
    'pkg:rpm/redhat/openssl-libs@3.0.7-16.el9_2?epoch=1&distro=rhel-9.2',
    'pkg:rpm/redhat/nss-util@3.79.0-18.el9_1?upstream=nss-3.79.0-18.el9_1.src.rpm&distro=rhel-9.1',
    'pkg:rpm/redhat/openssl-libs@1.1.1k-9.el8_7?epoch=1&distro=rhel-8.7',
  ];
  expect(await judged(entries, purls)).toEqual({
    found: [
      'pkg:rpm/redhat/openssl-libs@3.0.1-43.el9_0?epoch=1 < 1:3.0.7-16.el9_2',
      'pkg:rpm/redhat/nss-util@3.79.0-18.el9_1 < 3.90.0-3.el9_2',
    ],
    reasons: [],
  });
});

test.each([
  ['Rocky Linux:9', 'pkg:rpm/rocky/bash@5.1.8-5.el9?distro=rocky-9.1', 'rocky-linux'],
  ['AlmaLinux:9', 'pkg:rpm/almalinux/bash@5.1.8-5.el9?distro=almalinux-9.1', 'almalinux'],
  ['Ubuntu:22.04:LTS', 'pkg:deb/ubuntu/bash@5.1.8-5.el9?distro=ubuntu-22.04', 'ubuntu'],
  ['Ubuntu:22.04:LTS', 'pkg:deb/ubuntu/bash@5.1.8-5.el9?distro=jammy', 'ubuntu'],
  ['Wolfi', 'pkg:apk/wolfi/bash@5.1.8-r5', 'wolfi'],
])('%s: %s', async (ecosystem, purl, name) => {
  const fixed = ecosystem === 'Wolfi' ? '5.1.8-r6' : '5.1.8-6.el9';
  const { found, reasons } = await judged([[ecosystem, 'bash', fixed]], [purl]);
  expect(found).toEqual([expect.stringContaining(`/${name}/bash@5.1.8`)]);
  expect(reasons).toEqual([]);
  expect((await judged([[ecosystem, 'bash', '5.1.7']], [purl])).found).toEqual([]);
});

test('what is repaired for paying users only is told where nothing is said about the free release', async () => {
  const purl = 'pkg:deb/ubuntu/bash@4.4-1?distro=ubuntu-18.04';
  const paid: [string, string, string] = ['Ubuntu:Pro:18.04:LTS', 'bash', '4.4-1+esm1'];
  expect((await judged([paid], [purl])).found).toHaveLength(1);
  expect((await judged([['Ubuntu:18.04:LTS', 'bash', '4.4-1'], paid], [purl])).found).toEqual([]);
});

test('releases are known by number and by name, and other products of a house are none', () => {
  for (const written of ['debian-12.5', 'debian:12', '12', 'bookworm', 'debian-bookworm', '12.1'])
    expect(releaseOf('Debian', written), written).toBe('12');
  expect(releaseOf('Alpine', 'v3.18')).toBe('3.18');
  expect(releaseOf('Alpine', '3')).toBeUndefined();
  expect(releaseOf('Debian', 'sid')).toBeUndefined();
  expect(releaseOf('Wolfi', '20230201')).toBeUndefined();
  expect(releaseOfRecord('Red Hat', 'Red Hat:openshift:4.12::el8')).toBe('Red Hat:openshift:4.12::el8');
  expect(releaseOfRecord('npm', 'npm')).toBeUndefined();
});

test('an ecosystem that no record is about is said not to be judged', async () => {
  const { reasons } = await judged([['Alpine:v3.18', 'busybox', '1']], ['pkg:npm/a@1.0.0']);
  expect(reasons).toEqual(['no_advisories_of_ecosystem']);
});
