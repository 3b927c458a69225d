import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** Queries in Java: to databases, directories and documents. */
export const javaQueryClasses: Emitter['classes'] = {
  'sql-injection': {
    sinks: readForms(`
== statement
Connection connection = DriverManager.getConnection(url);
Statement statement = connection.createStatement();
ResultSet rows = statement.executeQuery(§in);
-- imports java.sql.Connection java.sql.DriverManager java.sql.ResultSet java.sql.Statement
-- text SELECT id FROM users WHERE name = '|'
== prepared from built text
PreparedStatement statement = source.getConnection().prepareStatement(§in);
statement.execute();
-- members
static DataSource source;
-- imports java.sql.PreparedStatement javax.sql.DataSource
-- text DELETE FROM notes WHERE owner = '|'
== template
JdbcTemplate template = new JdbcTemplate(source);
template.queryForList(§in);
-- imports org.springframework.jdbc.core.JdbcTemplate
-- text SELECT id FROM users WHERE city = '|'
== jpa
EntityManager manager = factory.createEntityManager();
manager.createNativeQuery(§in).getResultList();
-- imports javax.persistence.EntityManager
-- text SELECT id FROM users WHERE id = |
== update with keys
Statement statement = Database.statement();
int count = statement.executeUpdate(§in, Statement.RETURN_GENERATED_KEYS);
-- imports java.sql.Statement
-- text INSERT INTO users (name) VALUES ('|')
== batch
Statement statement = connection.createStatement();
statement.addBatch(§in);
int[] counts = statement.executeBatch();
-- imports java.sql.Statement
-- text UPDATE users SET city = '|' WHERE id = 1
== call
CallableStatement statement = Database.connection().prepareCall(§in, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
ResultSet rows = statement.executeQuery();
-- imports java.sql.CallableStatement java.sql.ResultSet
-- text {call | }
== shared template
Object found = Database.JDBCtemplate.queryForObject(§in, new Object[] {}, String.class);
-- text SELECT city FROM users WHERE name = '|'
== typed rows
List<String> rows = new JdbcTemplate(source).query(§in, new RowMapper<String>() {
    public String mapRow(ResultSet rs, int row) throws SQLException {
        return rs.getString("name");
    }
});
-- imports org.springframework.jdbc.core.JdbcTemplate org.springframework.jdbc.core.RowMapper java.sql.ResultSet java.sql.SQLException java.util.List
-- text SELECT name FROM users WHERE name = '|'
== hibernate
Session session = sessions.openSession();
session.createQuery(§in).list();
-- imports org.hibernate.Session
-- text from User where name = '|'
== execute
try (Statement statement = connection.createStatement()) {
    statement.execute(§in);
}
-- imports java.sql.Statement
-- text DELETE FROM users WHERE name = '|'
`),
    safe: readForms(`
== prepared
PreparedStatement statement = connection.prepareStatement("SELECT id FROM users WHERE name = ?");
statement.setString(1, §in);
statement.executeQuery();
-- imports java.sql.PreparedStatement
== template bound
JdbcTemplate template = new JdbcTemplate(source);
template.queryForList("SELECT id FROM users WHERE city = ?", §in);
-- imports org.springframework.jdbc.core.JdbcTemplate
== jpa bound
EntityManager manager = factory.createEntityManager();
manager.createQuery("SELECT u FROM User u WHERE u.name = :name").setParameter("name", §in).getResultList();
-- imports javax.persistence.EntityManager
== call bound
CallableStatement statement = connection.prepareCall("{call find(?)}");
statement.setString(1, §in);
statement.execute();
-- imports java.sql.CallableStatement
== template with arguments
new JdbcTemplate(source).queryForObject("SELECT id FROM users WHERE name = ?", new Object[] { §in }, Integer.class);
-- imports org.springframework.jdbc.core.JdbcTemplate
== named
NamedParameterJdbcTemplate template = new NamedParameterJdbcTemplate(source);
template.queryForList("SELECT id FROM users WHERE name = :name", Map.of("name", §in));
-- imports org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate java.util.Map
`),
  },
  'ldap-injection': {
    sinks: readForms(`
== search
DirContext context = new InitialDirContext(environment);
context.search("ou=people", §in, new SearchControls());
-- imports javax.naming.directory.DirContext javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls
-- text (uid=|)
== template filter
LdapTemplate template = new LdapTemplate(source);
template.search("ou=people", §in, new NameMapper());
-- imports org.springframework.ldap.core.LdapTemplate
-- text (&(objectclass=person)(uid=|))
== filter with arguments
InitialDirContext context = Directory.open();
NamingEnumeration<SearchResult> results = context.search("ou=users,ou=system", §in, new Object[] { "a" }, new SearchControls());
-- imports javax.naming.NamingEnumeration javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls javax.naming.directory.SearchResult
-- text (&(cn={0})(street=|))
== base
DirContext ctx = new InitialDirContext(environment);
ctx.search(§in, "(objectClass=*)", new SearchControls());
-- imports javax.naming.directory.DirContext javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls
-- text cn=|,ou=people
`),
    safe: readForms(`
== encoded
DirContext context = new InitialDirContext(environment);
context.search("ou=people", "(uid=" + LdapEncoder.filterEncode(§in) + ")", new SearchControls());
-- imports javax.naming.directory.DirContext javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls org.springframework.ldap.support.LdapEncoder
== arguments
DirContext context = new InitialDirContext(environment);
context.search("ou=people", "(uid={0})", new Object[] { §in }, new SearchControls());
-- imports javax.naming.directory.DirContext javax.naming.directory.InitialDirContext javax.naming.directory.SearchControls
`),
  },
  'xpath-injection': {
    sinks: readForms(`
== evaluate
XPath xpath = XPathFactory.newInstance().newXPath();
String found = xpath.evaluate(§in, document);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory
-- text //user[name='|']
== compile
XPath xpath = XPathFactory.newInstance().newXPath();
XPathExpression expression = xpath.compile(§in);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory javax.xml.xpath.XPathExpression
-- text //user[@id='|']
== typed result
XPathFactory factory = XPathFactory.newInstance();
XPath xp = factory.newXPath();
NodeList nodes = (NodeList) xp.compile(§in).evaluate(document, XPathConstants.NODESET);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory javax.xml.xpath.XPathConstants org.w3c.dom.NodeList
-- text //lamp[@tower='|']
== direct
response.getWriter().println(javax.xml.xpath.XPathFactory.newInstance().newXPath().evaluate(§in, document));
-- text //lamp[@keeper='|']
`),
    safe: readForms(`
== variable
XPath xpath = XPathFactory.newInstance().newXPath();
xpath.setXPathVariableResolver(name -> §in);
String found = xpath.evaluate("//user[name=$name]", document);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory
== encoded
XPath xpath = XPathFactory.newInstance().newXPath();
String found = xpath.evaluate("//user[name='" + ESAPI.encoder().encodeForXPath(§in) + "']", document);
-- imports javax.xml.xpath.XPath javax.xml.xpath.XPathFactory org.owasp.esapi.ESAPI
`),
  },
};
