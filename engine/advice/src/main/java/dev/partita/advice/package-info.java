/**
 * Which partition key a container had best: found out by replaying its requests under each key that
 * it could have. Start with {@link dev.partita.advice.Advisor}, which takes requests and then, in
 * one pass, documents, and gives an {@link dev.partita.advice.Advice}.
 *
 * <p>What goes on in between: {@link dev.partita.advice.RequestSample} keeps some of the requests.
 * {@link dev.partita.advice.DocumentSample} looks at the first documents for candidates, counts for
 * each of them in sketches, and keeps the documents that requests are about, and some others.
 * {@link dev.partita.advice.Replay} sends the requests to the partitions of each candidate, and
 * {@link dev.partita.advice.Verdict} says what that means.
 *
 * <p>What must stay true: memory is bounded by {@link dev.partita.advice.AdviceOptions}, however
 * many documents and requests there are, and the same input gives the same advice.
 */
@NullMarked
package dev.partita.advice;

import org.jspecify.annotations.NullMarked;
