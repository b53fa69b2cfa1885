package dev.partita.server;

import dev.partita.advice.ValueHash;
import dev.partita.base.bytes.Bytes;
import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.file.OwnerOnly;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonWriter;
import dev.partita.telemetry.RequestStore;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The request log as files: docs/formats/request-log.md. Entries are handed over without waiting,
 * from any thread, and written by one of its own; what comes faster than the disk takes it is left
 * out and counted. Closing writes what was handed over.
 */
final class RequestLogFiles implements RequestStore, AutoCloseable {

  static final String CURRENT = "requests.jsonl";
  static final String HEAD = "{\"format\":\"partita-requests\",\"version\":2}\n";
  private static final String HEAD_1 = "{\"format\":\"partita-requests\",\"version\":1}\n";

  private static final Logger log = LoggerFactory.getLogger(RequestLogFiles.class);
  private static final int FILES = 4;
  private static final int WAITING = 10_000;
  private static final int TAKEN_AT_ONCE = 500;
  private static final JsonObject END = JsonObject.builder().put("end", true).build();

  private final Path folder;
  private final long fileBytes;
  private final BlockingQueue<JsonObject> waiting = new ArrayBlockingQueue<>(WAITING);
  private final AtomicLong lost = new AtomicLong();
  private final Thread thread;
  private volatile boolean closed;
  // Of the thread.
  private @Nullable OutputStream out;
  private long written;

  private RequestLogFiles(Path folder, long bytes) {
    this.folder = folder;
    this.fileBytes = bytes / FILES;
    this.thread = Thread.ofPlatform().daemon().name("request-log").unstarted(this::run);
  }

  /**
   * @param bytes what all files together may take
   * @throws DatabaseException UNAVAILABLE if they cannot be written
   */
  static RequestLogFiles open(Path folder, long bytes) {
    RequestLogFiles files = new RequestLogFiles(folder, bytes);
    try {
      Files.createDirectories(folder);
      files.leaveOlderFormat();
      files.begin();
    } catch (IOException e) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE,
              "The request log cannot be written; see that the folder can be, or turn the files off"
                  + " with --request-log-bytes 0.",
              e)
          .with("folder", folder);
    }
    files.thread.start();
    return files;
  }

  @Override
  public void add(JsonObject entry) {
    // A full queue means a disk that is slower than the requests: they go first.
    if (!waiting.offer(entry)) {
      lost.incrementAndGet();
    }
  }

  @Override
  public boolean read(Predicate<String> wanted, Consumer<JsonObject> each) {
    for (int i = FILES - 1; i >= 0; i--) {
      Path file = i == 0 ? folder.resolve(CURRENT) : older(i);
      if (Files.exists(file)) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
          read(file, lines, wanted, each);
        } catch (NoSuchFileException e) {
          // It was the oldest, and made room for a new one.
          log.debug("A file of the request log is gone.", e);
        } catch (IOException e) {
          throw new DatabaseException(
                  ErrorCode.UNAVAILABLE, "A file of the request log cannot be read.", e)
              .with("file", file);
        }
      }
    }
    return true;
  }

  private static void read(
      Path file, BufferedReader lines, Predicate<String> wanted, Consumer<JsonObject> each)
      throws IOException {
    String head = lines.readLine();
    if (head == null) {
      return;
    }
    if (!HEAD.equals(head + "\n") && !HEAD_1.equals(head + "\n")) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED,
              "This is no request log of a version that is known; move the file away.")
          .with("file", file)
          .with("head", head);
    }
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      // The last line may be under way.
      if (line.endsWith("}")
          && wanted.test(line)
          && JsonReader.DEFAULT.read(line) instanceof JsonObject entry) {
        each.accept(entry);
      }
    }
  }

  private void run() {
    List<JsonObject> taken = new ArrayList<>();
    try {
      while (!(closed && waiting.isEmpty())) {
        taken.add(waiting.take());
        waiting.drainTo(taken, TAKEN_AT_ONCE);
        write(taken);
        taken.clear();
      }
    } catch (InterruptedException e) {
      log.debug("The request log ends.", e);
    } catch (IOException e) {
      log.warn("The request log ends because it cannot be written.", e);
    } finally {
      closeFile();
    }
  }

  private void write(List<JsonObject> entries) throws IOException {
    for (JsonObject entry : entries) {
      if (entry.equals(END)) {
        continue;
      }
      long missing = lost.getAndSet(0);
      if (missing > 0) {
        write(JsonObject.builder().put("at", entry.at("at")).put("lost", missing).build());
      }
      write(entry);
    }
    if (out != null) {
      out.flush();
    }
  }

  private void write(JsonObject entry) throws IOException {
    byte[] line = (JsonWriter.text(entry) + "\n").getBytes(StandardCharsets.UTF_8);
    if (written + line.length > fileBytes && written > HEAD.length()) {
      rotate();
    }
    if (out != null) {
      out.write(line);
      written += line.length;
    }
  }

  /** Makes the current file the first of the older ones; the oldest goes. */
  private void rotate() throws IOException {
    closeFile();
    for (int i = FILES - 2; i >= 0; i--) {
      Path from = i == 0 ? folder.resolve(CURRENT) : older(i);
      if (Files.exists(from)) {
        Files.move(from, older(i + 1), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    begin();
  }

  private Path older(int number) {
    return folder.resolve("requests." + number + ".jsonl");
  }

  /** A file that another version began is not continued. */
  private void leaveOlderFormat() throws IOException {
    Path file = folder.resolve(CURRENT);
    if (Files.exists(file) && Files.size(file) > 0) {
      byte[] head = new byte[HEAD.length()];
      try (InputStream in = Files.newInputStream(file)) {
        int read = in.readNBytes(head, 0, head.length);
        if (!HEAD.equals(new String(head, 0, read, StandardCharsets.UTF_8))) {
          rotate();
          closeFile();
        }
      }
    }
  }

  /** What hashes are made with; made up when there is none. */
  static ValueHash secret(Path folder) {
    Path file = folder.resolve("secret");
    try {
      if (!Files.exists(file)) {
        byte[] fresh = new byte[ValueHash.SECRET_BYTES];
        new SecureRandom().nextBytes(fresh);
        Files.createDirectories(folder);
        OwnerOnly.write(file, Bytes.hex(fresh) + "\n");
      }
      return new ValueHash(Bytes.fromHex(Files.readString(file).strip()));
    } catch (IOException | IllegalArgumentException e) {
      throw new DatabaseException(
              ErrorCode.UNAVAILABLE,
              "The secret of the request log cannot be read: 32 hexadecimal digits, or delete the"
                  + " folder.",
              e)
          .with("file", file);
    }
  }

  private void begin() throws IOException {
    Path file = folder.resolve(CURRENT);
    written = Files.exists(file) ? Files.size(file) : 0;
    OutputStream opened =
        new BufferedOutputStream(
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    if (written == 0) {
      byte[] head = HEAD.getBytes(StandardCharsets.UTF_8);
      opened.write(head);
      opened.flush();
      written = head.length;
    }
    out = opened;
  }

  private void closeFile() {
    OutputStream open = out;
    out = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        log.warn("The end of the request log may be lost.", e);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    // Wakes the thread, should it wait; if there is no room it does not.
    var _ = waiting.offer(END);
    Uninterruptibly.join(thread);
  }
}
