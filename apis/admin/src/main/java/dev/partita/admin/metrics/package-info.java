/**
 * What the server tells monitoring systems. {@link dev.partita.admin.metrics.Metrics} collects it
 * when it is asked to, in the text format of Prometheus or as OpenTelemetry has it; {@link
 * dev.partita.admin.metrics.RequestCounts} is what is counted with each request.
 *
 * <p>What must stay true: to count a request takes a few additions and nothing that is looked up by
 * name; everything else happens when somebody asks. How many series there are is bounded, however
 * many containers there are.
 */
@NullMarked
package dev.partita.admin.metrics;

import org.jspecify.annotations.NullMarked;
