package dev.partita.cli.transfer;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/** Input stream that counts the bytes read; the count may be read by any thread. */
final class CountingStream extends FilterInputStream {

  private final AtomicLong count = new AtomicLong();

  CountingStream(InputStream in) {
    super(in);
  }

  long count() {
    return count.get();
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      count.incrementAndGet();
    }
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    if (read > 0) {
      count.addAndGet(read);
    }
    return read;
  }
}
