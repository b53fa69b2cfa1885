package dev.partita.server;

import dev.partita.collection.check.CollectionModel;
import dev.partita.container.model.Models;
import dev.partita.document.check.DocumentModel;
import java.util.List;

/** The models of the data that a server keeps. */
public final class StoredModels {

  public static final Models ALL = new Models(List.of(DocumentModel.MODEL, CollectionModel.MODEL));

  private StoredModels() {}
}
