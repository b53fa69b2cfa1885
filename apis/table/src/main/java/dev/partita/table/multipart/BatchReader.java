package dev.partita.table.multipart;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.net.http.Headers;
import dev.partita.table.error.TableError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a batch: one change set, or one query by itself. Lines may end with CR LF or
 * with LF alone, and there may be more empty lines than needed, since clients differ in that. Used
 * for one body, by one thread.
 */
public final class BatchReader {

  private static final int MOST_HEADERS = 32;

  private final byte[] body;

  /** The last head of a request, and where it stands. */
  private SubRequest.@Nullable Head head;

  private Slice headAt = new Slice(0, 0);

  /** A stretch of the body. */
  private record Slice(int from, int to) {}

  /**
   * What a batch asks for.
   *
   * @param changeSet whether the requests are one transaction
   */
  public record Contents(List<SubRequest> requests, boolean changeSet) {}

  private BatchReader(byte[] body) {
    this.body = body;
  }

  /**
   * @throws DatabaseException if the body is not well formed or has other than one change set
   */
  public static Contents read(@Nullable String contentType, byte[] body) {
    BatchReader reader = new BatchReader(body);
    List<Slice> parts = reader.parts(boundary(contentType), new Slice(0, body.length));
    if (parts.size() != 1) {
      throw wrong("A batch has one change set or one query.").with("parts", parts.size());
    }
    Lines lines = reader.new Lines(parts.getFirst());
    String inner = lines.headers().first("content-type");
    if (inner == null) {
      throw wrong("The part of a batch has no Content-Type.");
    }
    if (!inner.toLowerCase(Locale.ROOT).startsWith("multipart/mixed")) {
      return new Contents(List.of(reader.request(inner, lines)), false);
    }
    List<SubRequest> requests = new ArrayList<>();
    for (Slice part : reader.parts(boundary(inner), lines.rest())) {
      requests.add(reader.request(part));
    }
    if (requests.isEmpty()) {
      throw wrong("A change set has no request.");
    }
    return new Contents(requests, true);
  }

  private static String boundary(@Nullable String contentType) {
    if (contentType == null
        || !contentType.toLowerCase(Locale.ROOT).startsWith("multipart/mixed")) {
      throw wrong("The Content-Type of a batch and of a change set is multipart/mixed.");
    }
    for (String parameter : contentType.split(";", -1)) {
      String trimmed = parameter.strip();
      if (trimmed.toLowerCase(Locale.ROOT).startsWith("boundary=")) {
        String value = trimmed.substring("boundary=".length()).strip();
        boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
        String boundary = quoted ? value.substring(1, value.length() - 1) : value;
        if (!boundary.isEmpty() && boundary.length() <= 256) {
          return boundary;
        }
      }
    }
    throw wrong("The Content-Type multipart/mixed has no boundary.");
  }

  /** The parts between the lines of a boundary, the last of which says that it is the last. */
  private List<Slice> parts(String boundary, Slice within) {
    byte[] delimiter = ("--" + boundary).getBytes(StandardCharsets.UTF_8);
    List<Slice> parts = new ArrayList<>();
    int partFrom = -1;
    int lineFrom = within.from();
    while (lineFrom < within.to()) {
      int lineEnd = lineEnd(lineFrom, within.to());
      if (startsWith(lineFrom, lineEnd, delimiter)) {
        int rest = lineFrom + delimiter.length;
        boolean last = lineEnd - rest >= 2 && body[rest] == '-' && body[rest + 1] == '-';
        if (last || isBlank(rest, lineEnd)) {
          if (partFrom >= 0) {
            parts.add(new Slice(partFrom, beforeBreak(partFrom, lineFrom)));
          }
          if (last) {
            return parts;
          }
          partFrom = Math.min(lineEnd + 1, within.to());
        }
      }
      lineFrom = lineEnd + 1;
    }
    throw wrong("The last boundary of a multipart body is missing.").with("boundary", boundary);
  }

  /** The request in a part of a change set; most have the same before their bodies. */
  private SubRequest request(Slice part) {
    SubRequest.Head known = head;
    int bodyFrom = part.from() + headAt.to() - headAt.from();
    if (known != null
        && bodyFrom <= part.to()
        && Arrays.equals(body, headAt.from(), headAt.to(), body, part.from(), bodyFrom)) {
      return new SubRequest(known, body, bodyFrom, part.to());
    }
    Lines lines = new Lines(part);
    SubRequest request = request(lines.headers().first("content-type"), lines);
    // Where nothing is behind it, a head may have ended with the part and not by itself.
    head = request.from() < request.to() ? request.head() : null;
    headAt = new Slice(part.from(), request.from());
    return request;
  }

  private SubRequest request(@Nullable String contentType, Lines lines) {
    if (contentType == null
        || !contentType.toLowerCase(Locale.ROOT).startsWith("application/http")) {
      throw wrong("The parts of a change set have the Content-Type application/http.");
    }
    String first = lines.nextFilled();
    int methodEnd = first.indexOf(' ');
    int targetEnd = first.lastIndexOf(" HTTP/");
    if (methodEnd <= 0 || targetEnd <= methodEnd) {
      throw wrong("A request within a batch does not begin with METHOD address HTTP/1.1.")
          .with("line", first);
    }
    Headers headers = lines.headers();
    Slice rest = lines.rest();
    SubRequest.Head head =
        new SubRequest.Head(
            first.substring(0, methodEnd),
            first.substring(methodEnd + 1, targetEnd).strip(),
            headers);
    return new SubRequest(head, body, rest.from(), rest.to());
  }

  /** The lines of a part, one after the other. */
  private final class Lines {
    private final int to;
    private int at;

    Lines(Slice part) {
      this.at = part.from();
      this.to = part.to();
    }

    private @Nullable String next() {
      if (at >= to) {
        return null;
      }
      int end = lineEnd(at, to);
      String line = new String(body, at, end - at, StandardCharsets.UTF_8).strip();
      at = Math.min(end + 1, to);
      return line;
    }

    String nextFilled() {
      for (String line = next(); line != null; line = next()) {
        if (!line.isEmpty()) {
          return line;
        }
      }
      throw wrong("A part of a batch ends before its request.");
    }

    Headers headers() {
      List<String> fields = new ArrayList<>();
      for (String line = next(); line != null && !line.isEmpty(); line = next()) {
        int colon = line.indexOf(':');
        if (colon <= 0 || fields.size() >= 2 * MOST_HEADERS) {
          throw wrong("The headers within a batch are not well formed.").with("line", line);
        }
        fields.add(line.substring(0, colon).strip());
        fields.add(line.substring(colon + 1).strip());
      }
      return Headers.of(fields.toArray(String[]::new));
    }

    Slice rest() {
      return new Slice(at, to);
    }
  }

  private int lineEnd(int from, int to) {
    return Bytes.indexOf(body, from, to, (byte) '\n');
  }

  private int beforeBreak(int from, int lineFrom) {
    int end = lineFrom;
    if (end > from && body[end - 1] == '\n') {
      end--;
    }
    if (end > from && body[end - 1] == '\r') {
      end--;
    }
    return end;
  }

  private boolean startsWith(int from, int to, byte[] prefix) {
    int end = from + prefix.length;
    return end <= to && Arrays.equals(body, from, end, prefix, 0, prefix.length);
  }

  private boolean isBlank(int from, int to) {
    for (int i = from; i < to; i++) {
      if (body[i] != ' ' && body[i] != '\t' && body[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private static DatabaseException wrong(String detail) {
    return TableError.INVALID_INPUT.failure(detail);
  }
}
