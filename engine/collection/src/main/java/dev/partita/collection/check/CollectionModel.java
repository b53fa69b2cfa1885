package dev.partita.collection.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.bson.BsonDocument;
import dev.partita.collection.CollectionSettings;
import dev.partita.collection.DocumentFormat;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.model.Model;
import dev.partita.container.repair.RepairLayer;
import dev.partita.partition.KeySpace;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import java.util.TreeMap;

/** The model of collections: what their data are, and how they are checked and repaired. */
public final class CollectionModel {

  public static final Model MODEL =
      new Model(
          CollectionSettings.MODEL,
          DocumentFormat.INDEX_KINDS,
          CollectionCheck::new,
          CollectionModel::repair);

  private CollectionModel() {}

  private static RepairLayer.Part repair(ContainerRecord container, KeySpace keys) {
    DocumentFormat format = new DocumentFormat(container);
    return (key, record) -> facts(format, keys, key, record);
  }

  /** Documents have no numbers, so that no partition has given any. */
  private static RepairLayer.Facts facts(
      DocumentFormat format, KeySpace keys, RecordKey key, StoredRecord record) {
    BsonDocument document = format.document(record);
    TreeMap<byte[], byte[]> entries = new TreeMap<>(Bytes.ORDER);
    format
        .entries(key, document)
        .forEach(entry -> entries.put(keys.index(entry.suffix()), entry.value()));
    return new RepairLayer.Facts(entries, 0, 0, format.modifiedMillis(record));
  }
}
