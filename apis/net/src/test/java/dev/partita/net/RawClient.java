package dev.partita.net;

import dev.partita.net.http.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.TreeMap;

/** A client that sends exactly the bytes it is told to, for what no decent client would send. */
final class RawClient implements AutoCloseable {

  record Answer(int status, TreeMap<String, String> headers, String body) {}

  private static final int TIMEOUT_MILLIS = 10_000;

  private final Socket socket;
  private final PushbackInputStream in;

  RawClient(InetSocketAddress address) {
    this(plain(address));
  }

  RawClient(Socket socket) {
    this.socket = socket;
    try {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      in = new PushbackInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Socket plain(InetSocketAddress address) {
    try {
      return new Socket(address.getAddress(), address.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  RawClient send(String text) {
    return send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  RawClient send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends the last bytes, unless the server has ended the connection by then. */
  void sendIfPossible(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
    } catch (IOException e) {
      // The end shows when reading, too.
    }
  }

  /** Reads a byte, and says whether there was none because the connection has ended. */
  boolean isOver() {
    try {
      return in.read() < 0;
    } catch (SocketTimeoutException e) {
      throw new AssertionError("The server neither answers nor closes", e);
    } catch (IOException e) {
      return true;
    }
  }

  /** Waits a while, and says whether the server has neither said anything nor closed by then. */
  boolean hearsNothingFor(int millis) {
    try {
      socket.setSoTimeout(millis);
      int next = in.read();
      if (next >= 0) {
        in.unread(next);
      }
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Says that nothing more will be sent. */
  RawClient finish() {
    try {
      socket.shutdownOutput();
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Answer read() {
    String[] first = line().split(" ", 3);
    if (!first[0].equals("HTTP/1.1")) {
      throw new AssertionError("Not a response: " + String.join(" ", first));
    }
    var headers = new TreeMap<String, String>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    try {
      byte[] body = in.readNBytes(length);
      return new Answer(
          Integer.parseInt(first[1]), headers, new String(body, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads so many bytes. */
  String take(int bytes) {
    return new String(takeBytes(bytes), StandardCharsets.UTF_8);
  }

  /** Reads so many bytes, or fewer if the server ends the connection. */
  byte[] takeBytes(int bytes) {
    try {
      return in.readNBytes(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the server has closed its side without another byte; waits for either. */
  boolean atEnd() {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String line() {
    var line = new ByteArrayOutputStream();
    try {
      for (int c = in.read(); c != '\n'; c = in.read()) {
        if (c < 0) {
          throw new AssertionError("Closed in the middle of a response: " + line);
        }
        if (c != '\r') {
          line.write(c);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
