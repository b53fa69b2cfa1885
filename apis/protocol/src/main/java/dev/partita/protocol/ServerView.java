package dev.partita.protocol;

import dev.partita.container.catalogue.ContainerModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What a running server knows of itself. Safe for use by any number of threads. */
public interface ServerView {

  String version();

  /** When it was started, since 1970. */
  long startedMillis();

  /** Where files may lie while a request is worked on. It is made when there is the first one. */
  Path scratch();

  /** Whether requests can be served; may change at any time, and change back. */
  Readiness readiness();

  /** Where it is reached, in the order of its modules. */
  List<Endpoint> endpoints();

  /** All protocols at work, in the order of their modules. */
  List<Protocol> protocols();

  /** The cluster that the server is a node of; empty if it is alone. */
  Optional<ClusterAdministration> cluster();

  /** The name of the protocol that containers of a model belong to; empty if there is none. */
  String kindOf(ContainerModel model);
}
