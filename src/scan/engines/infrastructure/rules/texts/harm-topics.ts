/**
 * What can go wrong, by what a rule is about: a pattern over its title and attribute, and the harm. `{it}` is the resource.
 * The first that fits is taken, so that the particular comes before the general.
 */
export const harmTopics: ReadonlyArray<readonly [pattern: RegExp, harm: string]> = [
  [
    /malformed|request smuggling/i,
    'Requests that {it} and the servers behind it read differently slip past checks (request smuggling).',
  ],
  [
    /(usual|well-known) port|default database name/i,
    'Automatic attacks try the usual ports and names first, so that {it} is found at once.',
  ],
  [
    /clients may switch|settings of the work ?group/i,
    'Every client decides whether results of {it} are encrypted and where they are written.',
  ],
  [
    /default (page|root object)/i,
    'Visitors of {it} who ask for its root can list or probe what is behind it.',
  ],
  [/every country/i, 'Requests reach {it} from regions where you have no users; most of them are attacks.'],
  [/security configuration/i, 'Encryption and authentication of {it} stay at their weak defaults.'],
  [/distribution is switched off/i, 'What {it} stands in front of is reached without it, or not at all.'],
  [/forces clients/i, 'Somebody on the way can read and change what clients send to {it} over plain HTTP.'],
  [
    /key is (disabled|switched off)/i,
    'What was encrypted with {it} cannot be read, and new data may be stored without it.',
  ],
  [
    /ADD is used/,
    '`ADD` unpacks archives and fetches URLs without a check, so that more than a copy can end up in the image.',
  ],
  [
    /package list/i,
    'The cached list gets old, so that later builds install outdated packages with known holes.',
  ],
  [/Apt is made/i, '`apt` waits for answers and changes between releases, so that builds break or differ.'],
  [
    /MAINTAINER/,
    'Newer builders ignore the instruction, and readers do not find who is responsible for the image.',
  ],
  [/node authoriser/i, 'A kubelet that is taken over can read secrets of other nodes.'],
  [
    /secure port|etcd (makes|peers talk)/i,
    'Somebody in the network of the cluster can read and change what {it} stores and answers.',
  ],
  [/keep its firewall rules/i, 'Other programs on the node can remove the network rules that pods rely on.'],
  [
    /clients for a certificate/i,
    'Whoever reaches {it} over the network can use it; no certificate says who is calling.',
  ],
  [/one approval/i, 'One person, or one stolen account, can change the code that is deployed.'],
  [/access point/i, 'Whoever mounts the file system through {it} reaches files that are not theirs.'],
  [/kerberos/i, 'Users of {it} are not told apart, so that everybody can act as anybody.'],
  [/failed events/i, 'Events that fail are gone, and with them orders, payments or alarms.'],
  [/too short$|key of the certificate/i, 'A short key can be computed by others, who then pose as {it}.'],
  [/not change their passwords/i, 'Somebody whose password leaked cannot replace it themselves.'],
  [/findings of the default/i, 'Weak settings of the account are not reported to anybody.'],
  [/kept in hardware/i, 'Whoever copies the store that {it} is in has the key.'],
  [
    /forwards packets|traffic of others/i,
    'The machine can pass traffic between networks that should not reach each other.',
  ],
  [/DNS servers? outside/i, 'Somebody else decides where the names that {it} looks up lead.'],
  [/not in a repository/i, 'Changes of {it} are made without a review and cannot be taken back.'],
  [/not kept as a secret/i, 'Everyone who may read the settings of {it} sees the value.'],
  [
    /keeps state/i,
    'The table of connections that {it} keeps can be filled by others until nothing passes any more.',
  ],
  [/held to a security policy/i, 'Nothing stops a pod with dangerous settings from being started in {it}.'],
  [
    /container-optimised/i,
    'More software than containers need runs on the nodes, each with holes of its own.',
  ],
  [/OS Login/i, 'Keys on the machines are not tied to people and stay there when these leave.'],
  [/structure of the account/i, 'A leaked key is enough to delete or rebuild the databases of {it}.'],
  [
    /users of their own/i,
    'Users of a restored database can sign in to {it} without an account of the server.',
  ],
  [
    /endpoint of its own|managed disks|storage account$|reach Google only/i,
    'Traffic or data of {it} takes a path that is shared with others and that your rules do not cover.',
  ],
  [/front door has no/i, 'Requests that are known attacks reach what is behind {it}.'],
  [
    /AWS Certificate Manager/i,
    'The certificate of {it} is renewed by hand, and runs out when nobody remembers.',
  ],
  [
    /everyone on the internet has access|allUsers/i,
    'A grant to `allUsers` or `allAuthenticatedUsers` lets anybody use {it}, without an account of yours.',
  ],
  [
    /put to sleep|http\/2|accelerated|never sleeps|no cache|has no labels|own disk|launch configuration|classic|remote disk|node pools are part|few pods|free tier/i,
    'What {it} does costs more, or takes longer to answer, than it has to, which shows first under load or attack.',
  ],
  [
    /imds|metadata (service|endpoints)|http_tokens/i,
    'A request that a program on {it} is tricked into sending (SSRF) can fetch the credentials of its role from the metadata service.',
  ],
  [
    /boot (code|integrity)|secure boot|check what they? boots?|vtpm|boots?\b.*(signature|noticed)|integrity_monitoring/i,
    'A rootkit that changes the boot loader or kernel of {it} survives restarts and is not noticed.',
  ],
  [
    /rotat|never changed|changed too rarely|never expires|valid for too long|live longer than/i,
    'A credential or key of {it} that leaked once stays useful to whoever has it for as long as it is not replaced.',
  ],
  [
    /key of your own|customer.?key|cmk|kms_key|encrypted once/i,
    '{It} is encrypted with a key of the provider: you can neither limit who decrypts its data, nor see that somebody did, nor take the key away.',
  ],
  [/second factor|one factor|mfa/i, 'A password that was guessed, reused or phished is enough to use {it}.'],
  [
    /passwords? (need|may)|short passwords|old passwords|guessed many times|usual name|default name|well-known name/i,
    'Guessing works better against {it}: passwords or account names follow a pattern that attackers try first.',
  ],
  [
    /written into|secret is in|plain secret|stored in clear/i,
    'Everyone who reads the repository, its history or the state of {it} has the credential.',
  ],
  [
    /outdated TLS|old TLS|weak ciphers|sha-1|outdated protocols|tls_version|ssl_policy|minimum_?tls/i,
    'Somebody on the way can downgrade or break the old protocols that {it} still accepts, and read or change the traffic.',
  ],
  [
    /without TLS|plain http|unencrypted connections|in clear|traffic .* not encrypted|speaks? (without|plain)|not encrypted\b.*(transit|traffic)|stay on https|without encryption|certificate towards|(has|have) no certificate|make their own certificates|listens without|plain-transport|force clients .* TLS/i,
    'Somebody on the way can read and change what {it} sends and receives, passwords and tokens included.',
  ],
  [
    /client certificate|not asked for certificates|ask clients|does not check (clients|kubelets|etcd)|cannot check the API/i,
    'Whoever reaches {it} over the network can pose as one of its peers, as neither side proves who it is.',
  ],
  [
    /not encrypted|unencrypted|encryption is off|secrets .* encrypted/i,
    'Whoever gets at a disk, a snapshot or a backup of {it} reads its data in clear.',
  ],
  [
    /log4j/i,
    'A single request with a `${jndi:…}` text can run code on servers behind {it} that still have the Log4j hole.',
  ],
  [
    /firewall (only|is off|has no|lets|does not)|web firewall|web application firewall|no policy|intrusions|waf\b|known attackers|cloud armor|no web firewall/i,
    'Requests that are known attacks, such as SQL injection and exploits of published holes, reach what is behind {it}.',
  ],
  [
    /floods|ddos|limit events|events .* not limited|concurrency|requests never time out|no limit|idle connections|pile up/i,
    'One client, attacker or mistake can use up what {it} has, and everybody else waits.',
  ],
  [
    /backups? .*(too short|one region)|backups? (stay|are kept)/i,
    'When a mistake or an intruder is noticed, the copies of {it} from before are already gone.',
  ],
  [
    /audit log|does not log|not logged|no log|logging|not traced|does not record|not recorded|leave no trace|misses other regions|only some events|log that is listed|leaves (errors|regions) out|logs? .* not collected|changes .* not (reported|noticed|recorded|logged)|validated|neither logged/i,
    'After an intrusion into {it} nobody can tell who did what, and an attack in progress is not noticed.',
  ],
  [
    /kept for (too short|less than)|retention|too few audit|audit logs are too small|kept without a plan/i,
    'Intrusions are found after weeks; what {it} recorded about them is deleted by then.',
  ],
  [
    /writes? (statements|its requests|their)|logs whole requests|with the data in them/i,
    'Data and credentials of {it} stand in its log, where far more people and systems can read them.',
  ],
  [
    /not (monitored|watched|audited)|nobody (looks|watches)|intruders|no agent|not looked at|sign-ins with leaked|insight|threat|defender|does not watch|not seen/i,
    'An attack on {it} is not noticed while it runs, and holes in it are found by others first.',
  ],
  [
    /image(s)? (are|run|need)|scan(s|ned)|not scan images|signature|signed|origin|trusted images|content trust/i,
    'Software with known holes, or software that somebody exchanged, is run from {it} as if it were yours.',
  ],
  [
    /minor updates|not (updated|upgraded|patched)|does not (update|receive)|upgraded by|outdated (language|\.net)|old major version|release channel|auto.?upgrade/i,
    'Published holes in the software of {it} stay open until somebody remembers to update it.',
  ],
  [
    /overwritten objects|versioning|deleted|wiped|soft.?delete|purge|restored to a moment|point.in.time|backups?|can be deleted|taken back|deletion/i,
    'What is deleted or overwritten in {it}, by mistake or by an intruder, cannot be brought back.',
  ],
  [
    /zone|one region|one place|replica|second origin|single (instance|dns)|too few master|availability|health check|replace machines|free tier|not made for production|balanced across|broken nodes/i,
    'When one machine, zone or region fails, {it} fails with it.',
  ],
  [
    /anonymous|without authentication|authori[sz]es? every|every request|can be called by anyone|anyone may call|callers|asks? for no password|needs? no password|need not sign in|knows no users|lets in everyone|every object is admitted|no users of its own/i,
    'Whoever reaches {it} over the network can use it; no credential is asked for.',
  ],
  [
    /shared (keys|password|administrator)|local administrator|passwords? (only|for SSH)|knows? passwords|IAM identities|managed identity|signs? in to the console|long-lived|personal access|hands out client|accepts a password|basic.?auth|passwords or tokens from a file/i,
    'A shared or stored password of {it} leaks easily, is hard to take away from one person, and does not say who used it.',
  ],
  [
    /administrator role|rights? (of|are)|owner|admin|may do everything|allows? everything|every action|stronger ones|escalat|everything but|wildcard|every service of the project|private mail|personal account|every user sees/i,
    'Whoever takes over {it}, or somebody who may use it, can do far more than the task needs, up to taking over the account.',
  ],
  [
    /role-based access|legacy authori|access control|rbac|kept in lists|not told apart|not managed as/i,
    'Rights in {it} cannot be given by task, so that everybody who is let in can do nearly everything.',
  ],
  [
    /every website|cors|browser/i,
    'Any website that a signed-in user visits can read answers of {it} in the name of that user.',
  ],
  [
    /(bucket|blob|snapshot|image|repository|catalog|object|storage account|disk)s?\b.*\b(public|everyone|anyone|all users|shared)|(public|everyone|anyone)\b.*\b(bucket|blob|snapshot|image|repository|object)/i,
    'Anyone on the internet can list and read what is in {it}, and often write to it.',
  ],
  [
    /internet|public (address|network|endpoint|entrance)|is public|publicly|reachable|faces|every (address|network)|everyone in|opens? (every|a public)|lets? every|answers every|from outside|listens on every|network may reach|nested.public|public-/i,
    'Anyone on the internet can reach {it} and try passwords and exploits against it.',
  ],
  [
    /outside of (your|a private) network|private (network|address|endpoint)|network of its own|default (network|subnets|security group|vpc)|no security group|no network rules|nodes .* (reach|talk)|pods .* (reach|talk)|network polic|reach each other|incoming traffic|every port|every protocol|outgoing traffic|leaves? the private|reach the network|can send data anywhere|leave the workspace|carried out|copied to accounts|route/i,
    'What breaks into one neighbour of {it} can move on to it, and data can leave it to anywhere.',
  ],
  [
    /privileged|as root|rights of the system|host|root file system|sudo|users of the .* (are|root)|are administrators|kernel|system nodes|sysctl|shell in the containers|working folder/i,
    'A program that is taken over in {it} gets the rights of its host, and with them its neighbours.',
  ],
  [
    /dashboard|remote debugging|debug|profiling|ftp\b|ftp |serial console|shell|ssh|remote control|http application routing|extensions?|scripts? (from|on)|dynamic|provisioner|features that are not ready|local_infile|read files|run (code|scripts)/i,
    'An entrance that nobody needs in production is one more that attackers can use to run commands in {it}.',
  ],
  [
    /tags? (can|may) be|mutable|latest|by name alone|chosen by name/i,
    'Another image or package than the one that was tested can be put in its place under the same name.',
  ],
  [
    /labels|tags|does not say what|description|no name|what it is( for)?$/i,
    'Nobody can tell later what {it} is for and whether it may be removed, so that forgotten things stay open.',
  ],
  [
    /admission|security contexts|pod security|policies are not enforced|plugin|guardrail/i,
    'Nothing stops a workload with dangerous settings from being started in {it}.',
  ],
  [
    /service account|credentials of their node|share one account|default service account|no role|keys will be copied/i,
    'A program that is taken over can act with an account that has more rights than it needs.',
  ],
  [
    /signed link|token|every token|any repository|trusted |identity pool|any client/i,
    'Somebody outside can obtain a token that {it} accepts.',
  ],
  [/cleartext|password of|credentials/i, 'Whoever reads the configuration of {it} has the credential in it.'],
  [/share|shared|others/i, 'What is done to {it} by somebody who shares it can reach your data.'],
];
