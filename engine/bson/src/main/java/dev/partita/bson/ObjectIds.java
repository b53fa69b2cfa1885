package dev.partita.bson;

import dev.partita.base.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.bson.types.ObjectId;

/**
 * Generator of object ids: the second, five random bytes that are drawn once, and a counter that
 * starts at a random number. Safe for use by any number of threads.
 */
public final class ObjectIds {

  private static final int COUNTER_MASK = 0xFF_FFFF;

  private final Clock clock;
  private final byte[] process = new byte[5];
  private final AtomicInteger counter;

  public ObjectIds(Clock clock, RandomGenerator random) {
    this.clock = clock;
    random.nextBytes(process);
    counter = new AtomicInteger(random.nextInt());
  }

  public BsonValue next() {
    int seconds = (int) (clock.millis() / 1000);
    int count = counter.getAndIncrement() & COUNTER_MASK;
    byte[] id = new byte[12];
    id[0] = (byte) (seconds >>> 24);
    id[1] = (byte) (seconds >>> 16);
    id[2] = (byte) (seconds >>> 8);
    id[3] = (byte) seconds;
    System.arraycopy(process, 0, id, 4, process.length);
    id[9] = (byte) (count >>> 16);
    id[10] = (byte) (count >>> 8);
    id[11] = (byte) count;
    return BsonValue.objectId(new ObjectId(id));
  }
}
