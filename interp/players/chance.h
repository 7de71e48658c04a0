/* chance.h -- how likely it is that cards come, in whole numbers: CERTAIN stands for what is sure to happen. */
#ifndef PLAYERS_CHANCE_H
#define PLAYERS_CHANCE_H

enum { CERTAIN = 1024 };

/* Each of [cards] cards comes with the chance [each]: how likely it is that [wanted] of them or more come. */
int chance_of(int cards, int each, int wanted);

/* Both of two things that have nothing to do with each other, and one of them at least. */
int chance_both(int one, int other);
int chance_either(int one, int other);

/* [points] to be had with [chance]. */
int chance_points(int chance, int points);

#endif
