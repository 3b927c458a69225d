import type { Emitter } from '../emitter.ts';
import { readForms } from '../forms.ts';

/** What Java answers to browsers, and what it keeps about them. */
export const javaPageClasses: Emitter['classes'] = {
  xss: {
    sinks: readForms(`
== println
response.setContentType("text/html");
response.getWriter().println(§in);
-- text <p>|</p>
== writer
PrintWriter out = response.getWriter();
out.write(§in);
-- imports java.io.PrintWriter
-- text <b>|</b>
== print format
response.getWriter().printf("<div>%s</div>", §in);
== output stream
response.getOutputStream().print(§in);
-- text <i>|</i>
== characters
response.setHeader("X-XSS-Protection", "0");
response.getWriter().write(§in.toCharArray());
== characters counted
response.getWriter().write(§in.toCharArray(), 0, §in.length());
== text counted
response.getWriter().write(§in, 0, §in.length());
== locale format
Object[] parts = { "a", §in };
response.getWriter().format(Locale.US, "Formatted like: %1$s and %2$s.", parts);
-- imports java.util.Locale
== format itself
Object[] parts = { "a", "b" };
response.getWriter().format(§in, parts);
== locale print
response.getWriter().printf(Locale.US, §in, "a");
-- imports java.util.Locale
== append
response.getWriter().append("<p>").append(§in);
== output bytes
response.getOutputStream().write(§in.getBytes());
-- text <p>|</p>
== print object
PrintWriter out = response.getWriter();
out.print((Object) §in);
-- imports java.io.PrintWriter
`),
    safe: readForms(`
== encoded
response.getWriter().println("<p>" + Encode.forHtml(§in) + "</p>");
-- imports org.owasp.encoder.Encode
== escaped
response.getWriter().write(StringEscapeUtils.escapeHtml4(§in));
-- imports org.apache.commons.text.StringEscapeUtils
== spring
response.getWriter().print("<b>" + HtmlUtils.htmlEscape(§in) + "</b>");
-- imports org.springframework.web.util.HtmlUtils
== esapi
response.getWriter().print(ESAPI.encoder().encodeForHTML(§in));
-- imports org.owasp.esapi.ESAPI
== escaped before
String shown = org.apache.commons.lang.StringEscapeUtils.escapeHtml(§in);
response.getWriter().println("<p>" + shown + "</p>");
== escaped elsewhere
response.getWriter().println("<p>" + Support.§function(§in) + "</p>");
-- other
static String §function(String v) {
    return org.owasp.encoder.Encode.forHtml(v);
}
== length
response.getWriter().println("<p>" + §in.length() + "</p>");
`),
  },
  'open-redirect': {
    sinks: readForms(`
== redirect
response.sendRedirect(§in);
== header
response.setStatus(302);
response.setHeader("Location", §in);
== host
response.sendRedirect(§in);
-- text https://|/
`),
    safe: readForms(`
== own path
response.sendRedirect("/search?q=" + URLEncoder.encode(§in, "UTF-8"));
-- imports java.net.URLEncoder
== fixed
response.sendRedirect("/home");
response.setIntHeader("X-Length", §in.length());
`),
  },
  'trust-boundary': {
    sinks: readForms(`
== attribute
request.getSession().setAttribute("user", §in);
== attribute name
request.getSession().setAttribute(§in, "10340");
== value
HttpSession session = request.getSession(true);
session.putValue("user", §in);
-- imports javax.servlet.http.HttpSession
== value name
javax.servlet.http.HttpSession current = request.getSession();
current.putValue(§in, "10340");
`),
    safe: readForms(`
== fixed
request.getSession().setAttribute("user", "10340");
response.setIntHeader("X-Length", §in.length());
== length
request.getSession().setAttribute("length", §in.length());
== removed
request.getSession().removeAttribute(§in);
`),
  },
  'insecure-cookie': {
    sinks: readForms(`
== off
Cookie cookie = new Cookie("kept", "value");
cookie.setSecure(false);
cookie.setHttpOnly(true);
response.addCookie(cookie);
response.setIntHeader("X-Length", §in.length());
-- imports javax.servlet.http.Cookie
-- alone
== missing
javax.servlet.http.Cookie cookie = new javax.servlet.http.Cookie("kept", "value");
cookie.setPath(request.getRequestURI());
cookie.setHttpOnly(true);
response.addCookie(cookie);
-- alone
`),
    safe: readForms(`
== on
Cookie cookie = new Cookie("kept", "value");
cookie.setSecure(true);
cookie.setHttpOnly(true);
cookie.setPath("/");
response.addCookie(cookie);
-- imports javax.servlet.http.Cookie
== on by a variable
boolean on = true;
Cookie cookie = new Cookie("kept", "value");
cookie.setHttpOnly(on);
cookie.setSecure(on);
response.addCookie(cookie);
-- imports javax.servlet.http.Cookie
== deleted
Cookie cookie = new Cookie("kept", "");
cookie.setMaxAge(0);
cookie.setSecure(true);
cookie.setHttpOnly(true);
response.addCookie(cookie);
-- imports javax.servlet.http.Cookie
`),
  },
};
