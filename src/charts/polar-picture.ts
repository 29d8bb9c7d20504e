/** The polar chart as an image file: white background, fixed size, with stations and period. */
import { resolveColours } from '../ui/token-colours.ts';
import { lineHeight, marginPx, type PictureWords, pictureWithWords } from './picture-words.ts';
import { type PolarData, polarColourNames, polarPlot, seriesLooks } from './polar-plot.ts';

const chartPx = 480;

/** A PNG. null if the browser creates none. */
export async function polarPicture(words: PictureWords, data: PolarData): Promise<Blob | null> {
  const colours = resolveColours(polarColourNames, 'light');
  const plot = polarPlot(document.createElement('div'), chartPx, data, () => colours);
  await Promise.resolve(); // a plot draws at the end of the task that creates it
  const { canvas } = plot.ctx;
  const { series } = data;
  const [ratio, legend] = [canvas.width / chartPx, series.length > 1 ? series.length * lineHeight : 0];
  const height = canvas.height / ratio;
  const size = { width: chartPx, height: height + legend, ratio };
  const picture = await pictureWithWords(words, size, colours, (context, top, write) => {
    context.drawImage(canvas, 0, top, chartPx, height);
    if (legend === 0) return;
    series.forEach(({ name }, at) => {
      const { colour, dash } = seriesLooks[at % seriesLooks.length] as (typeof seriesLooks)[number];
      const y = top + height + (at + 0.7) * lineHeight;
      context.strokeStyle = colours[colour];
      context.lineWidth = 2;
      context.setLineDash([...dash]);
      context.beginPath();
      context.moveTo(marginPx, y - 4);
      context.lineTo(marginPx + 28, y - 4);
      context.stroke();
      write(name, y, '13px', colours.text, marginPx + 38);
    });
  });
  plot.destroy();
  return picture;
}
