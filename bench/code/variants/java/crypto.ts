import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Hashes, ciphers and random numbers in Java: flaws whatever goes in. */
export const javaCryptoClasses: Emitter['classes'] = {
  'weak-hash': {
    sinks: readForms(`
== md5
MessageDigest digest = MessageDigest.getInstance("MD5");
digest.update(§in.getBytes());
byte[] sum = digest.digest();
-- imports java.security.MessageDigest
-- alone
== sha1
java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA1", "SUN");
byte[] sum = digest.digest(§in.getBytes());
-- alone
== provider
java.security.Provider[] providers = java.security.Security.getProviders();
java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-1", providers[0]);
digest.update(§in.getBytes());
-- alone
== constant
final String algorithm = "MD" + 5;
MessageDigest digest = MessageDigest.getInstance(algorithm);
digest.update(§in.getBytes());
-- imports java.security.MessageDigest
-- alone
== property with a default
MessageDigest digest = MessageDigest.getInstance(System.getProperty("hash.of.files", "MD5"));
digest.update(§in.getBytes());
-- imports java.security.MessageDigest
-- alone
`),
    safe: readForms(`
== sha256
MessageDigest digest = MessageDigest.getInstance("SHA-256");
digest.update(§in.getBytes());
-- imports java.security.MessageDigest
== sha512 of a provider
java.security.MessageDigest digest = java.security.MessageDigest.getInstance("SHA-512", "SUN");
digest.update(§in.getBytes());
== sha384
MessageDigest.getInstance("sha-384").digest(§in.getBytes());
-- imports java.security.MessageDigest
== overwritten
String algorithm = "MD5";
algorithm = "SHA-512";
MessageDigest.getInstance(algorithm).digest(§in.getBytes());
-- imports java.security.MessageDigest
`),
  },
  'weak-crypto': {
    sinks: readForms(`
== des
Cipher cipher = Cipher.getInstance("DES/CBC/PKCS5Padding");
cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("DES").generateKey());
byte[] result = cipher.doFinal(§in.getBytes());
-- imports javax.crypto.Cipher javax.crypto.KeyGenerator
-- alone
== triple des
javax.crypto.Cipher cipher = javax.crypto.Cipher.getInstance("DESede/ECB/PKCS5Padding", "SunJCE");
byte[] result = cipher.doFinal(§in.getBytes());
-- alone
== ecb
String mode = "AES/ECB/PKCS5Padding";
Cipher.getInstance(mode).update(§in.getBytes());
-- imports javax.crypto.Cipher
-- alone
== provider object
javax.crypto.Cipher cipher = javax.crypto.Cipher.getInstance("RC2", java.security.Security.getProvider("SunJCE"));
byte[] result = cipher.doFinal(§in.getBytes());
-- alone
`),
    safe: readForms(`
== gcm
Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
byte[] result = cipher.doFinal(§in.getBytes());
-- imports javax.crypto.Cipher
== ccm
javax.crypto.Cipher cipher = javax.crypto.Cipher.getInstance("AES/CCM/NoPadding", "BC");
byte[] result = cipher.doFinal(§in.getBytes());
== cbc with a fresh vector
SecureRandom random = new SecureRandom();
byte[] iv = random.generateSeed(16);
Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
cipher.init(Cipher.ENCRYPT_MODE, KeyGenerator.getInstance("AES").generateKey(), new IvParameterSpec(iv));
byte[] result = cipher.doFinal(§in.getBytes());
-- imports java.security.SecureRandom javax.crypto.Cipher javax.crypto.KeyGenerator javax.crypto.spec.IvParameterSpec
`),
  },
  'weak-random': {
    sinks: readForms(`
== token
float number = new java.util.Random().nextFloat();
String passKey = Float.toString(number).substring(2);
Cookie cookie = new Cookie("harbour-pass", passKey);
request.getSession().setAttribute("user", §in.length());
-- imports javax.servlet.http.Cookie
-- alone
== math
String sessionToken = "" + Math.random();
response.setHeader("X-Token", sessionToken + §in.length());
-- alone
== bytes
Random random = new Random(System.currentTimeMillis());
byte[] salt = new byte[16];
random.nextBytes(salt);
-- imports java.util.Random
-- alone
== gaussian
double value = new java.util.Random().nextGaussian();
String password = Double.toString(value).substring(2);
-- alone
`),
    safe: readForms(`
== secure
java.security.SecureRandom random = java.security.SecureRandom.getInstance("SHA1PRNG");
String passKey = Float.toString(random.nextFloat()).substring(2);
== secure made
SecureRandom random = new SecureRandom();
byte[] salt = new byte[16];
random.nextBytes(salt);
-- imports java.security.SecureRandom
== declared as the base
Random random = new SecureRandom();
String token = "" + random.nextLong();
-- imports java.util.Random java.security.SecureRandom
`),
  },
};
