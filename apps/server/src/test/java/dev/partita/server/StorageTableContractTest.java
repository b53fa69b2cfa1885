package dev.partita.server;

import java.util.List;

/** What the tables of storage accounts owe at their port. */
final class StorageTableContractTest extends TableContractTest {

  @Override
  String api() {
    return "storage-table";
  }

  @Override
  String root() {
    return "/devstoreaccount1";
  }

  @Override
  List<String> pathBeginnings() {
    return List.of("/devstoreaccount1/Tables", "/devstoreaccount1/t(", "");
  }
}
