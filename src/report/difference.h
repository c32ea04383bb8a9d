/* SPDX-License-Identifier: MIT */
/* difference.h: what differs between two campaigns beside the figures. */
#ifndef DIFFERENCE_H
#define DIFFERENCE_H

struct campaign;
struct comparison;
struct comparison_row;
struct record;

/* Plan, flags and tool of the campaigns. */
void difference_campaigns(
    struct comparison *c, const struct campaign *a, const struct campaign *b);

/* Environment, flags, source of cycles and so on of one row's records; what makes its
 * figures doubtful is also a warning of the row. */
void difference_records(struct comparison *c, struct comparison_row *row,
    const struct record *a, const struct record *b);

#endif
