package dev.partita.advice;

import dev.partita.advice.RequestShape.Action;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.key.PartitionKind;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import java.util.List;

/** Containers as people have them, with the keys that they began with. */
final class Scenarios {

  private static final int DOCUMENTS = 20_000;
  private static final int REQUESTS = 20_000;
  private static final long DAY = 86_400;

  private Scenarios() {}

  private static Scenario of(String... present) {
    return new Scenario(
        present.length == 1
            ? PartitionKeyDefinition.hash(present)
            : PartitionKeyDefinition.multiHash(present),
        false);
  }

  /** User profiles by country, most of them read and written one by one. */
  static Scenario profiles() {
    Scenario made = of("/country");
    for (int i = 0; i < DOCUMENTS; i++) {
      String country = "country " + (int) Math.sqrt(made.random.nextInt(100));
      String user = "user " + i;
      made.document(
          i, "id", user, "userId", user, "country", country, "email", "mail " + i + "@a.test");
    }
    for (int i = 0; i < REQUESTS; i++) {
      int dice = made.random.nextInt(100);
      JsonObject user = made.anyDocument();
      if (dice < 80) {
        made.item(Action.READ, user);
      } else if (dice < 98) {
        made.item(Action.PATCH, user);
      } else {
        made.query(1, "/userId", Scenario.text(user, "/userId"));
      }
    }
    return made;
  }

  /** Readings of devices, which grow for ever, asked for by device and day. */
  static Scenario devices() {
    Scenario made = of("/deviceId");
    made.bytes = 8L << 40;
    for (int i = 0; i < DOCUMENTS; i++) {
      made.document(
          30 * DAY * i / DOCUMENTS,
          "id",
          "reading " + i,
          "deviceId",
          "device " + made.random.nextInt(500),
          "date",
          "day " + i * 30 / DOCUMENTS);
    }
    made.weight = 20_000;
    for (int i = 0; i < REQUESTS; i++) {
      int dice = made.random.nextInt(100);
      if (dice < 60) {
        made.item(Action.CREATE, made.documents.get(made.random.nextInt(DOCUMENTS / 30)));
      } else {
        JsonObject reading = made.anyDocument();
        String device = Scenario.text(reading, "/deviceId");
        if (dice < 95) {
          made.query(3, "/deviceId", device, "/date", Scenario.text(reading, "/date"));
        } else {
          made.query(6, "/deviceId", device);
        }
      }
    }
    return made;
  }

  /** Logs by date, of which today gets everything, asked for by host. */
  static Scenario logsOfHosts() {
    Scenario made = of("/date");
    logs(made, "host", 2_000);
    for (int i = 0; i < REQUESTS; i++) {
      JsonObject line = made.documents.get(made.random.nextInt(DOCUMENTS / 30));
      if (made.random.nextInt(100) < 70) {
        made.item(Action.CREATE, line);
      } else {
        made.query(3, "/host", Scenario.text(made.anyDocument(), "/host"));
      }
    }
    return made;
  }

  /** The same, asked for by date and vehicle. */
  static Scenario logsOfVehicles() {
    Scenario made = of("/date");
    logs(made, "vin", 5_000);
    for (int i = 0; i < REQUESTS; i++) {
      JsonObject line = made.documents.get(made.random.nextInt(DOCUMENTS / 30));
      if (made.random.nextInt(100) < 70) {
        made.item(Action.CREATE, line);
      } else {
        made.query(3, "/date", Scenario.text(line, "/date"), "/vin", Scenario.text(line, "/vin"));
      }
    }
    return made;
  }

  private static void logs(Scenario made, String source, int sources) {
    for (int i = 0; i < DOCUMENTS; i++) {
      made.document(
          30 * DAY * i / DOCUMENTS,
          "id",
          "line " + i,
          "date",
          "2018-08-" + (30 - i * 30 / DOCUMENTS),
          source,
          source + " " + made.random.nextInt(sources),
          "level",
          "level " + made.random.nextInt(3));
    }
  }

  /** Tenants, one of which is nearly half of all, with transactions of their users. */
  static Scenario tenants() {
    Scenario made = of("/tenantId");
    for (int i = 0; i < DOCUMENTS; i++) {
      int tenant = made.random.nextInt(100) < 45 ? 0 : 1 + made.random.nextInt(300);
      made.document(
          made.random.nextInt((int) (30 * DAY)),
          "id",
          "order " + i,
          "tenantId",
          "tenant " + tenant,
          "userId",
          "user " + tenant + "-" + made.random.nextInt(tenant == 0 ? 2_000 : 20),
          "state",
          "state " + made.random.nextInt(4));
    }
    for (int i = 0; i < REQUESTS; i++) {
      int dice = made.random.nextInt(100);
      JsonObject order = made.anyDocument();
      String tenant = Scenario.text(order, "/tenantId");
      String user = Scenario.text(order, "/userId");
      if (dice < 70) {
        made.query(3, "/tenantId", tenant, "/userId", user);
      } else if (dice < 78) {
        made.query(5, "/tenantId", tenant);
      } else {
        made.item(Action.CREATE, order);
      }
    }
    return made;
  }

  /** Products by id, which nearly all requests look for by category. */
  static Scenario products() {
    Scenario made = of("/id");
    for (int i = 0; i < DOCUMENTS; i++) {
      made.document(
          made.random.nextInt((int) (30 * DAY)),
          "id",
          "product " + i,
          "category",
          "category " + made.random.nextInt(2_000),
          "color",
          "color " + made.random.nextInt(12));
    }
    for (int i = 0; i < REQUESTS; i++) {
      JsonObject product = made.anyDocument();
      if (made.random.nextInt(100) < 92) {
        made.query(3, "/category", Scenario.text(product, "/category"));
      } else {
        made.item(Action.READ, product);
      }
    }
    return made;
  }

  /** A cache by kind of entry, each of which is read by its id. */
  static Scenario cache() {
    Scenario made = of("/type");
    for (int i = 0; i < DOCUMENTS; i++) {
      made.document(
          made.random.nextInt((int) (30 * DAY)),
          "id",
          "entry " + i,
          "type",
          "type " + made.random.nextInt(5),
          "size",
          "size " + made.random.nextInt(3_000));
    }
    for (int i = 0; i < REQUESTS; i++) {
      JsonObject entry = made.anyDocument();
      made.item(made.random.nextInt(100) < 90 ? Action.READ : Action.CREATE, entry);
    }
    return made;
  }

  /** A table whose keys are times: what is new is at the end. */
  static Scenario monotonic() {
    Scenario made =
        new Scenario(
            new PartitionKeyDefinition(
                List.of(JsonPath.parse("/PartitionKey")), PartitionKind.RANGE, 2, false),
            true);
    for (int i = 0; i < DOCUMENTS; i++) {
      made.document(
          30 * DAY * (DOCUMENTS - i) / DOCUMENTS,
          "id",
          "row " + i,
          "PartitionKey",
          "2018-08-" + (1_000_000 + i));
    }
    for (int i = 0; i < REQUESTS; i++) {
      int newest = DOCUMENTS - 1 - made.random.nextInt(DOCUMENTS / 30);
      made.item(
          made.random.nextInt(100) < 80 ? Action.CREATE : Action.READ, made.documents.get(newest));
    }
    return made;
  }
}
