"""Descriptions of operations for API users: operation id → Markdown.

An operation that is not listed is described by its summary alone.
"""

STAFF = "For the staff of the tournament: organizers, referees and scorers."
OF_A_LEAGUE = "For the organizers of the league and for operators."
ORGANIZERS = "For organizers."
REFEREES = "For organizers and referees."
VERB = (
    "A question to a rulebook: nothing is stored, anyone may ask, and no `Idempotency-Key` is needed. Numbers are "
    "those of the table; `docs/scoring.md` explains every field. What the rules refuse is a 422 "
    "with the reason in words."
)

ABOUT: dict[str, str] = {
    # Who and what there is
    "getMe": (
        "Shows the account, roles and seat behind the token or cookie you sent. Without any, everything is "
        "empty: a quick way to test a token."
    ),
    "listTournaments": (
        "Public tournaments, and those you take part in or work for. Filter by league, season, status, "
        "first day or name. Unlisted tournaments are found by their address only."
    ),
    "getTournament": (
        "Everything that holds for a tournament: rulebook and house rules, what must confirm a result, its "
        "stages, and where its ledger ends. `units_per_point` units of a total make one shown point."
    ),
    "listLeagues": "All leagues of this server, by name.",
    "getLeague": (
        "A league and its seasons, newest first. Find a season's tournaments with `GET "
        "/tournaments/?season=`."
    ),
    "listStages": "The stages of a tournament in playing order. Standings, rounds and draws belong to a stage.",
    "getStage": "One stage of a tournament.",
    "listPlayers": (
        "Everybody who takes part in a tournament you can find. Filter by name, reading, licence or club. "
        "Follow `next` to meet them all; more than 1,000 are not counted."
    ),
    "getPlayer": "A player's tournaments and counted games, newest first (at most 1,000).",
    "getHeadToHead": (
        "Confirmed games of tournaments you can find, at which both sat at one table; `latest` are the last 20, "
        "newest first."
    ),
    "listEntries": (
        "Who takes part, withdrawn players and substitutes too. An entry's `id` is what reports, draws and "
        "penalties name."
    ),
    "mergePlayers": (
        f"{ORGANIZERS} A person on file twice becomes one: `other` is deleted, and everything it took part in is "
        "this player's. Where both are entered in one tournament the other entry withdraws, and its `merged_into` is "
        "the one for which its games and penalties count. It cannot be taken back."
    ),
    "getEntry": "One player in one tournament.",
    "getTeam": "A team of a tournament, with the tag that a change of it names.",
    "listTeams": "The teams of a tournament, by name.",
    "listRulebooks": "All editions of all rulebooks. Their `id` is what you name when you create a tournament.",
    "getRulebook": "Every field of an edition in words, with its source, and where sources disagree.",
    # Watching
    "getStandings": (
        "The standings of a stage as of one ledger entry, teams too. To follow them live, send the `ETag` "
        "you got in `If-None-Match`: 304 without a body until something moved. `is_current` is false for "
        "the moment between a confirmed result and the new standings."
    ),
    "listTournamentGames": (
        "Every confirmed game with its seats, oldest first by `seq`, the ledger entry that made it count. To follow "
        "results, keep the last `seq` and ask with `updated_since`: new games, corrected ones again, and `void` ones "
        "whose table has no result any more. `count` is of all games of `player` and `round`, wherever the page "
        "begins. `Accept: application/x-ndjson` gets all of them, one on each line."
    ),
    "streamTournament": (
        "Rounds, results, hands, standings, announcements and clocks with names, points and ranks, as everybody "
        "may see them. As server-sent events for an `EventSource`, which goes on from the last event by itself; as "
        "lines (`as=ndjson`) from the beginning, 500 at a time, until an answer is empty; as JSON with `wait`, which "
        "answers as soon as something happens. Content is as of the moment of reading: an old event of a round has "
        "the seats of today. Hands come as late as the tournament says. Who is more than 5,000 events behind gets "
        "410 and reads lines first."
    ),
    "listPlayerGames": (
        "A player's confirmed games in the tournaments on their page, oldest first. Several ledgers have no common "
        "order: follow results with `listTournamentGames` and `player`, or poll with `If-None-Match`. "
        "`Accept: application/x-ndjson` gets all of them, one on each line."
    ),
    "listRounds": "The rounds of a tournament, without their tables. Filter by stage and status.",
    "getRound": (
        "A whole hall in one call: every table with its seats, names, teams and winds, and the live sheet "
        "with its status, points, places and totals. Made for live boards."
    ),
    "getTable": "One table: who sits where, and the live sheet. Send the entry ids you show here with the report.",
    "listScoresheets": "Every version of a table's result, newest first; replaced and voided ones too.",
    "getScoresheet": (
        "One version of a result: points, what the rulebook makes of them, and whose confirmation is missing. "
        "To wait for confirmations, send the `ETag` you got in `If-None-Match`: 304 without a body until "
        "something changed."
    ),
    "getLedger": (
        "The hash-chained record of every change, oldest first. It holds ids and no names. Go on with "
        "`?after=` the last `seq` you have."
    ),
    "listPenalties": "Deductions by referees, lifted ones too, oldest first.",
    # At the table
    "claimSeat": (
        "Type or scan the code of a seat: the first phone that does holds it until the round closes. Keep "
        "the `token` of the answer and send it as `Authorization: Bearer mjs_…`; no cookie and no CSRF "
        "token are needed then. Repeat the call with the same `Idempotency-Key` if the answer got lost, and "
        "you get the same token again."
    ),
    "claimPlayerCard": (
        "Type or scan the code of a player's card: the first phone that does opens every seat of the player, from "
        "round to round. Keep the `token` of the answer and send it as `Authorization: Bearer mjc_…`. Where "
        "`card_phone.admitted_at` is null another phone was first: `enterCardPin`, or the referee lets this one in; "
        "`getOwnPlayerCard` says when. A repeat with the same `Idempotency-Key` gives the first answer and token."
    ),
    "getOwnPlayerCard": (
        "Ask it to learn whether the phone was let in, and from round to round where the player sits. `now.table` is "
        "what `report` and `getTable` name."
    ),
    "enterCardPin": (
        "For a phone that waits, such as the one of a player who lost the other. Five wrong PINs in a quarter of an "
        "hour, of all phones of the card, and the next one has to wait; the referee's tap does not."
    ),
    "leavePlayerCard": (
        "For a card that was scanned by mistake. It is free for its player again, unless another account follows it "
        "or was put out."
    ),
    "claimKiosk": (
        "Scan the code of a tablet: the first device that does is the tablet of the tables with this number. Keep "
        "the `token` of the answer and send it as `Authorization: Bearer mjk_…`. With it enter hands, take them back "
        "and call the referee, naming in `seat` who taps; `report`, `reportHands`, `confirm` and `dispute` take that "
        "player's `pin` besides. Five wrong PINs in a quarter of an hour, and the card has to wait. A repeat with "
        "the same `Idempotency-Key` gives the same token."
    ),
    "getOwnKiosk": "Ask it from round to round: `table` is the one that `getTable` and `enterHand` name.",
    "report": (
        "Report the final points of a table, East first. For the phones and players at the table, and for "
        "the staff. If another sheet stands already, the answer is 409 with that `sheet`, so that you can "
        "offer to confirm or dispute it. To replace a sheet that is not confirmed yet, name its tag in "
        "`If-Match`. Figures that hardly any game ends with are refused with `please_confirm`; if they are "
        "meant, send them again, under a new key, with the codes of `fields.confirm` in `confirm`. With `paper` the "
        "staff types a sheet that the players signed: it counts at once where the tournament's `paper_counts` "
        "says so (`always`; `without_phones`: at tables where no phone is in play), if it is the table's first "
        "and its points add up; else it waits for a second person."
    ),
    "confirm": (
        "Agree with the sheet you saw. The seat that reported cannot confirm; who has to is the "
        "tournament's rule and stands in `agreement`. Referees confirm for everybody with `as_referee`; any other "
        "of the staff confirms with `as_second` what another person typed from signed paper."
    ),
    "confirmPaper": (
        f"{STAFF} Confirm several sheets of a round that another person typed from signed paper, each named with the "
        "tag you saw. Each is looked at by itself: `refused` names those that were left as they are, and why. Sheets "
        "whose points do not add up, that replace an earlier version, are disputed or came from a phone are never "
        "among the confirmed. What is confirmed already is named as confirmed."
    ),
    "dispute": (
        "Say that the sheet you saw is wrong, and why. It counts no longer until it is corrected or replaced."
    ),
    "correct": (
        f"{REFEREES} Decide a table's result; it is confirmed at once and the old version is kept. A reason is "
        "needed where a result stands. `If-Match` is needed when the table has a live sheet. `confirm` is as for a "
        "report."
    ),
    "undoConfirmation": (
        f"{REFEREES} Take back what the staff confirmed or decided: a new version with the same figures and "
        "reporter waits for confirmation, and the standings no longer count it. Refused with `confirmed_by_players` "
        "if the players confirmed it, and once the round is closed."
    ),
    "void": f"{REFEREES} Take a result out, with a reason. The table may report again.",
    # Seats and phones
    "listSeatTokens": f"{STAFF} Which seats are held by a phone, and how often another phone tried.",
    "issueSeatTokens": (
        f"{ORGANIZERS} Makes codes for seats and shows them this once. **Codes issued before die at once, "
        "and phones that hold these seats lose them**: name `seats` unless you mean the whole round."
    ),
    "revokeSeatToken": f"{REFEREES} The phone that holds the seat is out at once, and its card opens nothing.",
    "listPlayerCards": f"{REFEREES} Codes and PINs are not in it. A phone without `admitted_at` waits.",
    "makePlayerCards": (
        f"{REFEREES} One card opens every seat of its player, from round to round. Codes and PINs are in the "
        "answer and stored nowhere; a repeat of the call gives them again. **The old cards of the `entries` you "
        "name die at once, and their phones are out.**"
    ),
    "listKiosks": f"{REFEREES} Given out, in use since when, ended. Codes are not in it.",
    "issueKiosks": (
        f"{REFEREES} A tablet follows the number of its table from round to round. Codes are in the answer and "
        "stored nowhere; a repeat gives those again that no device has yet. **Tablets that lay at these tables end "
        "at once.**"
    ),
    "revokeKiosk": f"{REFEREES} The tablet says so at once; what was entered at it stays.",
    "revokePlayerCard": f"{REFEREES} For a card in the wrong hands, if no new one is wanted yet.",
    "admitCardPhone": f"{REFEREES} Look at the player first. The other phones of the card stay in.",
    "signCardPhoneOut": f"{REFEREES} The card stays good; the next phone needs its PIN or you.",
    "substitute": f"{REFEREES} Seat another player of the tournament. The phone of the player who leaves is out.",
    # Running a tournament
    "createTournament": (
        "For everybody with an account; you become its organizer. `GET /rulebooks/` lists the rulebooks. "
        '`house_rules` change single fields of one, such as `{"result.tie": "seat_order"}`.'
    ),
    "changeHouseRules": (
        f"{ORGANIZERS} Replaces all house rules, until the first game starts. `rulebook_hash` is that of the "
        "rules you saw."
    ),
    "finishTournament": (
        f"{ORGANIZERS} Nothing more can be drawn or started afterwards. While stages have no round, rounds are open "
        "or results are missing it is refused with `please_confirm`; send the codes of `fields.confirm` in `confirm` "
        "to finish nevertheless."
    ),
    "reopenTournament": f"{ORGANIZERS} Rounds can be drawn, opened and played again.",
    "nameOddRulebook": f"{ORGANIZERS} Needed before tables of three or five can be drawn beside tables of four.",
    "createLeague": "For operators of the server.",
    "createSeason": "For operators of the server.",
    "addStage": f"{ORGANIZERS} Adds a stage after the last one.",
    "getTitles": (
        "From what is published. Substitutes who are not ranked are left out; so is `not_last` where tables of other "
        "sizes are played."
    ),
    "usePreset": (
        f"{ORGANIZERS} The tournament has one stage, in which nothing is drawn and nothing is set. Everything in the "
        "stages can be changed afterwards."
    ),
    "listStaff": f"{STAFF} Who has which role.",
    "appointStaff": f"{ORGANIZERS} Gives a member of the staff another role. To add a person, see `inviteStaff`.",
    "dismissStaff": f"{ORGANIZERS} The person's rights end with their next request. The last organizer stays.",
    "getCheckIn": f"{REFEREES} Withdrawn players are not counted.",
    "checkEverybodyIn": f"{REFEREES} Who is noted already stays noted since when.",
    "resetCheckIn": f"{REFEREES} For another day. Nobody leaves a draw by it.",
    "checkIn": f"{REFEREES} It changes no draw; who does not come withdraws.",
    "undoCheckIn": f"{REFEREES} Nobody leaves a draw by it.",
    "getSelfRegistration": (
        "What the page shows on which players register: whether it is open, how many places are taken or reserved, "
        "how many wait. Where nobody opened it, it is closed."
    ),
    "setSelfRegistration": (
        f"{ORGANIZERS} All of the terms at once. With more places those who wait move up at once, with fewer nobody "
        "loses one. Registration closes by itself when the first tables are drawn."
    ),
    "registerYourself": (
        "Anyone may, without an account. `status` is `accepted` (they take part), `pending` (the place is reserved "
        "until the organizer decides) or `waiting` (for a place). Keep the `code`: it is the only way back."
    ),
    "listRegistrations": f"{ORGANIZERS} With what was said, and the address. Filter by status.",
    "acceptRegistrations": (
        f"{ORGANIZERS} A registration with the name of a person on file, or of another registration, is left."
    ),
    "acceptRegistration": (
        f"{ORGANIZERS} From the waiting list, too. Makes an entry, or finds the one that the player has already."
    ),
    "declineRegistration": f"{ORGANIZERS} The place goes to the next in line, and the address is forgotten.",
    "lookUpRegistration": "Nothing is changed, and no `Idempotency-Key` is needed. Wrong codes are counted.",
    "cancelRegistration": (
        "The place goes to the next in line. Refused for those who take part once tables are drawn: they tell the "
        "organizer."
    ),
    "listOrganizers": f"{OF_A_LEAGUE} They organize all its tournaments, too.",
    "inviteOrganizer": (
        f"{OF_A_LEAGUE} Makes a link that one person can accept, signed in, within 14 days; as `inviteStaff`."
    ),
    "getLeagueLedger": (
        "Organizers, seasons, divisions, moves, oldest first. It holds ids and no names. Go on with `?after=` the "
        "last `seq` you have."
    ),
    "removeLeagueLedgerText": (
        f"{OF_A_LEAGUE} `name` is that of a text in `getLeagueLedger`, such as `moves:2`. The same words go wherever "
        "the entry has them, and from the move. The ledger says that it was removed, by whom and when."
    ),
    "setDivisions": (
        f"{OF_A_LEAGUE} All at once, the top one first; `in_words` of the answer "
        "says who would move. A division in which there is a tournament stays."
    ),
    "getSeasonRanking": (
        "Worked out from the published standings of its finished public tournaments: those who went on to a later "
        "stage stands before who did not."
    ),
    "setSeasonRanking": f"{OF_A_LEAGUE} Answers the ranking by the new rule. The same again changes nothing.",
    "getSeasonAwards": "Who holds the titles is as it was awarded; corrections count once they are awarded again.",
    "setSeasonAwards": (
        f"{OF_A_LEAGUE} Each division has these titles. What was awarded stays until it is awarded again; without "
        "titles it is withdrawn. The same again changes nothing."
    ),
    "awardSeasonTitles": (
        f"{OF_A_LEAGUE} Opening the next season awards them, too. Needs a rule (`no_awards`) and finished "
        "tournaments; again it changes nothing unless results were corrected."
    ),
    "getRatingRule": "Which rating a league keeps over all its public tournaments, and when a player is ranked.",
    "setRatingRule": (
        f"{OF_A_LEAGUE} Everything that was played in the league is rated again from the start, within seconds. "
        "The same again changes nothing."
    ),
    "listRatings": (
        "From every confirmed game of the league's public tournaments, in the order of play; after a correction they "
        "are worked out again. They have no part in any standings. Empty where the league keeps none."
    ),
    "proposeNextSeason": (
        f"{OF_A_LEAGUE} Needs one finished tournament in each division, or several where nobody moves (a series). "
        "`ties` are places between which only the lot decides, `unranked` players without a rank, who stay unless "
        "`changes` say otherwise; where teams move, `teams` has them. Nothing is changed; `tag` goes into `If-Match` "
        "of the confirmation."
    ),
    "confirmNextSeason": (
        f"{OF_A_LEAGUE} Sets up the divisions, a tournament in each with everything that was set in its last one, "
        "and the entries with their teams. Each of the `changes` needs a reason, but for players without a rank. "
        "Where only the lot decides who moves, or players without a rank would stay unsaid, it is refused with "
        "`please_confirm`."
    ),
    "revokeNextSeason": (
        f"{OF_A_LEAGUE} It is refused with `please_confirm` and what would be gone, and with `season_in_use` and all "
        "that blocks it once a round is drawn there. Where no season was opened from this one nothing is done. "
        "Then the next season can be proposed and opened again."
    ),
    "listInvitations": (
        f"{ORGANIZERS} What became of each invitation: open, accepted, declined, withdrawn or expired. The links "
        "are not shown again."
    ),
    "inviteStaff": (
        f"{ORGANIZERS} Makes a link that one person can accept, signed in, within 14 days. Pass it on, or name an "
        "`email` to send it to; the address is not stored. If the answer got lost, repeat the call with the same "
        "`Idempotency-Key`: you get the same link, and no second mail is sent."
    ),
    "withdrawInvitation": (
        f"{ORGANIZERS} The link opens nothing from now on. Once accepted, take the role away instead."
    ),
    "register": f"{ORGANIZERS} Enter one player, by name or by the id of a player known here.",
    "importPlayers": (
        f"{ORGANIZERS} Enter everybody of a CSV list, or nobody. A `dry_run` says line by line what it would "
        "do; send its `as_of` with the real import, and nothing can have come in between."
    ),
    "importResults": (
        f"{ORGANIZERS} Games played elsewhere, as confirmed results of closed rounds; missing players are entered. "
        "All or nothing: a `dry_run` lists everything that is wrong, line by line. Games that were imported before "
        "with the same figures are skipped, so the same file can be sent again when it has grown."
    ),
    "formTeam": f"{ORGANIZERS} Forms a team; a team of this name is returned as it is.",
    "withdraw": f"{ORGANIZERS} The player is left out of rounds not drawn yet. Games that were played still count.",
    "reinstate": f"{ORGANIZERS} A withdrawn player takes part again from the next draw on.",
    "penalize": f"{REFEREES} Deducts from the total of a player or a team, for a public reason; 0 is a warning, less "
    "than 0 a bonus.",
    "liftPenalty": f"{REFEREES} The penalty no longer counts and stays on record.",
    # Rounds and draws
    "drawRound": f"{ORGANIZERS} Draws one round by lot as a draft. For other methods see `drawRounds`.",
    "redrawRound": f"{ORGANIZERS} Draws a draft again. A long draw is answered with 202 and a job to follow.",
    "discardRound": f"{ORGANIZERS} Only drafts can be discarded.",
    "publishRound": (
        f"{ORGANIZERS} Everybody sees who sits where. A round drawn from standings that changed since is "
        "refused with `please_confirm`."
    ),
    "planRound": (
        f"{ORGANIZERS} The day and hour are shown wherever the round is; null takes them back. A round that has been "
        "started keeps its time."
    ),
    "unpublishRound": (
        f"{ORGANIZERS} Until the round starts. Its seat cards open nothing until it is published again; the ledger "
        "keeps that it was published."
    ),
    "startRound": (
        f"{ORGANIZERS} Tables can report from now on. The first start fixes the rulebook for good. What may be a "
        "slip is refused with `please_confirm`; if it is meant, send it again with the codes of `fields.confirm`."
    ),
    "cancelStart": f"{ORGANIZERS} Only while no result and no hand stands at its tables; void results go with it. "
    "The round waits again; its cards stay good.",
    "closeRound": (
        f"{ORGANIZERS} Phones can no longer report or confirm. `leave_open` closes a round although results "
        "are missing."
    ),
    "reopenRound": f"{ORGANIZERS} Phones can report again.",
    "getClock": (
        "Count down from `ends_at` − `now`, both by the server's time. Tables that were given time or stopped on "
        "their own are in `tables`."
    ),
    "startClock": f"{REFEREES} Of a round in play. Name the `minutes` where neither rulebook nor organizer does.",
    "pauseClock": f"{REFEREES} A paused table stays paused until it is resumed itself, regardless of the others.",
    "resumeClock": f"{REFEREES} What was left when the clock stopped is left now.",
    "extendClock": f"{REFEREES} Time that is up already is extended from now on.",
    "resetClock": f"{REFEREES} The clock can then be started anew.",
    "listTimeLimits": "Where a tournament or a round has none, the rulebook's length holds, if it names one.",
    "setTimeLimit": f"{ORGANIZERS} A clock that runs already is not changed.",
    "listAnnouncements": "The newest first. What was taken down, or whose time has passed, is not among them.",
    "announce": f"{REFEREES} It stands on the screens of the hall until it is taken down.",
    "callReferee": "All players at the table, until the round is closed. The desk shows it at once.",
    "listPhotos": "Those who sit or sat at the table, and the staff. For everybody else there are none.",
    "takePhoto": (
        "All players at the table while its round is played, and the staff, also afterwards; where the "
        "tournament takes photos (`photo_days`). Send it as a form (multipart/form-data). At most four at a time. "
        "Nothing of the file is kept but what it shows: not where nor with what it was taken."
    ),
    "getPhoto": "Those who sit or sat at the table, and the staff; 404 for everybody else, and once it is deleted.",
    "removePhoto": (
        "The person who took it, until the round is closed, and the staff. The ledger keeps that it was there."
    ),
    "listRefereeCalls": "The staff alone. Calls that are done, and those of closed rounds, are not among them.",
    "getAttention": (
        f"{STAFF} `kind` says why attention is needed: `call`, `dispute`, `phone` (it waits to follow a player's "
        "card), `second_phone` (it wanted a seat that is taken), `late` (the time is up and nothing is reported; "
        "from five tables of a round on they are one `time`), `unconfirmed` (for five minutes), `paper` (sheets of "
        "a round that were typed from paper and wait for a second person), `time` (five minutes are left, or many "
        "are late). `state` of a table: `calls`, `waiting` for its round to start, `disputed`, "
        "`submitted`, `confirmed`, `held` (its clock is stopped), `late` or `playing`."
    ),
    "endRefereeCall": "All players at the table, and the staff. A call that is done stays so.",
    "removeAnnouncement": f"{REFEREES} That it was made stays in the ledger.",
    "listDraws": "How a stage's rounds were drawn: method, seed or its hash, quality. Drafts are for the staff.",
    "drawRounds": (
        f"{ORGANIZERS} Draws one or more rounds by the method you name, as drafts. A draw that takes longer "
        "than a request may is answered with 202: follow `Location` until it is done."
    ),
    "importDraw": f"{ORGANIZERS} Takes over rounds drawn elsewhere: all of the file or nothing.",
    "commitSeed": (
        f"{ORGANIZERS} Fixes the seed of the next draw and shows its hash, so that nobody can try out seeds."
    ),
    "repairSchedule": (
        f"{ORGANIZERS} Mends the rounds that have not started when players leave or come. Published ones are "
        "drafts again: look at them, then publish. `newcomers` are registered by name; of one that is on file say "
        "whether it is the same person."
    ),
    "getDraw": (
        "How rounds were drawn, and how good the draw is. The seed is shown once all its rounds are "
        "published."
    ),
    "discardDraw": f"{ORGANIZERS} Only drafts are discarded; the ledger keeps that they were drawn.",
    "checkDraw": "Draws the published rounds again from their seed and says whether they are the same. 20 a minute.",
    "redrawDraw": f"{ORGANIZERS} Draws all drafts of a draw again, with a reason everybody can read later.",
    "publishDraw": f"{ORGANIZERS} Shows everybody all rounds of a draw.",
    "swapPlayers": (
        "Exchanges two players: of a round that has not started, organizers; of a round in play, referees, while no "
        "result and no hand stands at their tables; phones and cards then stay with their players. With `dry_run` it "
        "only says what that would cost."
    ),
    "addTable": (
        f"{ORGANIZERS} Four latecomers (three, where three play) get their own table in a round in play, seated by "
        "lot. Register them first. Other rounds stay as they are: `repairSchedule` brings them in there."
    ),
    "getDrawJob": f"{STAFF} Ask every few seconds; `draw` names the draw once it is there.",
    "cancelDrawJob": f"{ORGANIZERS} Nothing is drawn then.",
    "listWishes": f"{STAFF} The seating constraints that every draw of the tournament respects.",
    "makeWish": f"{ORGANIZERS} Keep two players apart, or seat one at a table or on a wind, in every draw to come.",
    "dropWish": f"{ORGANIZERS} Holds for draws to come; what is drawn stays.",
    # Your programs
    "listTokens": "Your own API tokens. Only a signed-in person sees them; a token does not.",
    "createToken": (
        "Only a signed-in person makes tokens. Choose the least `scope` that will do (`read`, `report`, "
        "`manage`) and, if you can, one `tournament`. The token is stored nowhere: if the answer got lost, repeat "
        "the call with the same `Idempotency-Key`."
    ),
    "revokeToken": "It ends at once.",
    # The rulebook's arithmetic
    "valueHand": f"Yaku, han, fu and payment of a riichi hand. {VERB}",
    "settleWin": f"What everybody pays for a win of so many han and fu. {VERB}",
    "settleGame": f"Places and totals of a game from its final points. {VERB}",
    "settleDraw": f"Payments when nobody wins: tenpai, nagashi mangan. {VERB}",
    "settleChombo": f"What a chombo costs, at the table and in the total. {VERB}",
    "playHand": f"The next state of a game: points, dealer, honba, sticks, and whether it is over. {VERB}",
    "findConditions": f"What a player needs from the coming hand to reach a place or a total. {VERB}",
    "drawSeats": f"Seats and first dealer from dice and tiles, or from a seed. {VERB}",
    "openWall": f"Where the wall is broken. {VERB}",
    "valuePatterns": f"Patterns and value of a hand by the rules of the World Series of Mahjong. {VERB}",
}
