package dev.partita.simulation;

import dev.partita.storage.Store;
import java.util.List;

/** The engines of a simulation and what they are on. On the thread of the simulation. */
interface Deployment {

  /** The engines that requests are sent to, of which some may not be in charge. */
  List<ServingEngine> serving();

  /** The engine that is in charge, while nothing is under way. */
  ServingEngine leader();

  /** Has the disk or the log go on by a bit. */
  void advance();

  /** Has something happen that is not wished for. */
  void disturb();

  /** Whether nothing is under way, and an engine is in charge. */
  boolean isAtRest();

  /** Ends what is not wished for, and has everything that is under way end. */
  void settle();

  /** What is stored, by all replicas, once nothing is under way. */
  List<Store> replicas();
}
