"""What was played is remembered: evenings at tables and scores taken, once somebody has agreed to it."""
