// The gong of a round's clock: heard where somebody has tapped for it, because browsers allow no sound before, and felt
// on phones that can shake.
const WARNING = 300; // seconds before the end

let sound = null;

// How often it is struck between two looks at a clock, in seconds left; null: it stood, or there was none.
export function strokes(before, now) {
  if (before === null || now === null) return 0;
  if (before > 0 && now <= 0) return 3;
  return before > WARNING && now <= WARNING ? 1 : 0;
}

function tone(at, pitch, seconds) {
  const voice = sound.createOscillator();
  const volume = sound.createGain();
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.5, sound.currentTime + at);
  volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + seconds);
  voice.connect(volume).connect(sound.destination);
  voice.start(sound.currentTime + at);
  voice.stop(sound.currentTime + at + seconds);
}

// Nothing while it is off.
export function strike(times) {
  if (!sound || !times) return;
  for (let time = 0; time < times; time += 1) {
    for (const pitch of [196, 294, 392]) tone(time * 1.5, pitch, 2.5);
  }
  navigator.vibrate?.(Array.from({ length: times }, () => [700, 800]).flat());
}

// On, and struck once to be heard, or off again.
export function turn() {
  if (sound) {
    sound.close();
    sound = null;
  } else {
    sound = new AudioContext();
    strike(1);
  }
}
