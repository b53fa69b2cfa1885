package dev.partita.benchmarks.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Single requests over a connection of their own. Safe for use by any number of threads. */
public final class OneRequest {

  private OneRequest() {}

  /** Sends a complete request to this machine and returns the response. */
  public static ServerProcess.RecordedAnswer send(int port, byte[] request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(request);
      InputStream input = socket.getInputStream();
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      while (!head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
        int next = input.read();
        if (next < 0) {
          throw new IOException("The server closed the connection.");
        }
        head.write(next);
      }
      List<String> lines = head.toString(ISO_8859_1).lines().filter(l -> !l.isEmpty()).toList();
      List<String> headers = new ArrayList<>();
      int length = 0;
      for (String line : lines.subList(1, lines.size())) {
        int colon = line.indexOf(':');
        headers.add(line.substring(0, colon));
        headers.add(line.substring(colon + 1).strip());
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(colon + 1).strip());
        }
      }
      int status = Integer.parseInt(lines.getFirst().substring(9, 12));
      return new ServerProcess.RecordedAnswer(status, headers, input.readNBytes(length));
    }
  }

  /** Sends a request and requires a status of the response. */
  public static ServerProcess.RecordedAnswer require(int status, int port, byte[] request)
      throws IOException {
    ServerProcess.RecordedAnswer answer = send(port, request);
    if (answer.status() != status) {
      throw new IllegalStateException(
          "The server answered " + answer.status() + ": " + new String(answer.body(), UTF_8));
    }
    return answer;
  }
}
