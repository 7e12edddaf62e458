#!/bin/sh
# A bot for Livingstone in a POSIX shell: it plays at random, and reads no JSON.
#
# livingstone play --players human,program:examples/programs/random_bot.sh
#
# Each line that asks for a move begins with the number of legal moves; the answer is one of them,
# from 0. The seed of a game lets it make the same choices again.

while read -r line; do
    case $line in
    '{"request": "game"'*)
        seed=${line#*'"seed": '}
        seed=$((${seed%%,*} % 2147483646 + 1))
        ;;
    '{"request": "choose"'*)
        count=${line#*'"count": '}
        count=${count%%,*}
        seed=$((seed * 48271 % 2147483647)) # Lehmer's generator, as in C++'s minstd_rand
        echo $((seed % count))
        ;;
    esac
done
