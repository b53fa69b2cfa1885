package dev.partita.table.multipart;

import dev.partita.table.edm.Utf8Buffer;
import java.util.List;

/** Writes the answers to the requests of a batch as one body. For use by one thread. */
public final class BatchWriter {

  private final Utf8Buffer out;
  private final String batchBoundary;
  private final String setBoundary;

  /**
   * @param id tells this answer from others
   * @param parts about how many answers there will be
   */
  public BatchWriter(String id, int parts) {
    this.out = new Utf8Buffer(512 + 512 * parts);
    this.batchBoundary = "batchresponse_" + id;
    this.setBoundary = "changesetresponse_" + id;
    out.ascii("--").ascii(batchBoundary);
    out.ascii("\r\nContent-Type: multipart/mixed; boundary=").ascii(setBoundary);
    out.ascii("\r\n\r\n");
  }

  /** The media type of the whole answer. */
  public String contentType() {
    return "multipart/mixed; boundary=" + batchBoundary;
  }

  /**
   * @param headers names and values in turn
   */
  public void add(int status, List<String> headers, byte[] body) {
    out.ascii("--").ascii(setBoundary);
    out.ascii("\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n");
    out.ascii("HTTP/1.1 ").ascii(Integer.toString(status)).raw(' ').ascii(reason(status));
    out.ascii("\r\n");
    for (int i = 0; i < headers.size(); i += 2) {
      out.ascii(headers.get(i)).ascii(": ").utf8(headers.get(i + 1)).ascii("\r\n");
    }
    out.ascii("\r\n").raw(body).ascii("\r\n");
  }

  public byte[] end() {
    out.ascii("--").ascii(setBoundary).ascii("--\r\n");
    return out.ascii("--").ascii(batchBoundary).ascii("--\r\n").toBytes();
  }

  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 201 -> "Created";
      case 204 -> "No Content";
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 409 -> "Conflict";
      case 412 -> "Precondition Failed";
      case 413 -> "Payload Too Large";
      case 429 -> "Too Many Requests";
      case 501 -> "Not Implemented";
      case 503 -> "Service Unavailable";
      default -> "Status";
    };
  }
}
