package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.net.http.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a request addresses: kinds and names in turn, such as {@code dbs, shop, colls, orders,
 * docs}. An even number of segments names one resource, an odd number a feed.
 *
 * @param segments decoded
 * @param kinds those along the path, such as {@code dbs/colls/docs}
 */
record ResourcePath(List<String> segments, String kinds) {

  private static final int USUAL_LINK_CHARS = 96;

  /** What a request addresses. The id of an item may have a question mark that was not encoded. */
  static ResourcePath of(Request request) {
    ResourcePath path = parse(request.path());
    return request.query().isEmpty() || path.isFeed() || !path.kind().equals("docs")
        ? path
        : parse(request.path() + "?" + request.query());
  }

  static ResourcePath parse(String rawPath) {
    List<String> segments = new ArrayList<>();
    int begin = 0;
    while (begin < rawPath.length()) {
      int slash = rawPath.indexOf('/', begin);
      int end = slash < 0 ? rawPath.length() : slash;
      if (end > begin) {
        segments.add(requireOne(decode(rawPath.substring(begin, end))));
      }
      begin = end + 1;
    }
    return new ResourcePath(Collections.unmodifiableList(segments), kinds(segments));
  }

  private static String kinds(List<String> segments) {
    StringBuilder kinds = new StringBuilder();
    for (int i = 0; i < segments.size(); i += 2) {
      kinds.append(i == 0 ? "" : "/").append(segments.get(i));
    }
    return kinds.toString();
  }

  /**
   * Whether the path of an item, or of all items, does not look like naming its container by ids of
   * the system, which may mean a search. May say no where it does not.
   */
  boolean isByName() {
    return at(1).indexOf('=') < 0 && at(3).indexOf('=') < 0;
  }

  int size() {
    return segments.size();
  }

  String at(int index) {
    return segments.get(index);
  }

  boolean isFeed() {
    return segments.size() % 2 == 1;
  }

  /** The kind of what is addressed; empty for the account. */
  String kind() {
    if (segments.isEmpty()) {
      return "";
    }
    return segments.get(isFeed() ? segments.size() - 1 : segments.size() - 2);
  }

  /** The path that a signature covers: of the resource itself, or of the one that has the feed. */
  String link() {
    StringBuilder link = new StringBuilder(USUAL_LINK_CHARS);
    int signed = signedSegments();
    for (int i = 0; i < signed; i++) {
      link.append(i == 0 ? "" : "/").append(segments.get(i));
    }
    return link.toString();
  }

  List<String> linkSegments() {
    return segments.subList(0, signedSegments());
  }

  private int signedSegments() {
    return isOperation() ? segments.size() - 2 : isFeed() ? segments.size() - 1 : segments.size();
  }

  /** Whether the path names something that a container does, and no resource. */
  boolean isOperation() {
    return !isFeed() && kind().equals("operations");
  }

  /** A segment that hides a slash could pass for several. No resource has one in its name. */
  private static String requireOne(String segment) {
    if (segment.indexOf('/') >= 0 || segment.indexOf('\\') >= 0) {
      throw DatabaseException.badRequest("A name in the path has no / and no \\.")
          .with("segment", segment);
    }
    return segment;
  }

  private static String decode(String segment) {
    String decoded = PercentEncoding.decode(segment);
    if (decoded == null) {
      throw malformed(segment);
    }
    return decoded;
  }

  private static DatabaseException malformed(String segment) {
    return DatabaseException.badRequest("A part of the path is not well encoded.")
        .with("segment", segment);
  }
}
